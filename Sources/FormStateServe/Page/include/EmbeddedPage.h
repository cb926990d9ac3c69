/// The files of the page: the path of each in this folder, then its text; a null pointer ends the list.
const char *const *embedded_page(void);
