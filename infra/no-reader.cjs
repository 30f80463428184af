// In place of the packages with which exceljs reads files: the product only writes with it.
