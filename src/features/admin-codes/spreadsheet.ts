import { createExcelFile, createWorkbook } from 'excel-builder-vanilla';

/** Returns an .xlsx file with one sheet of text. */
export async function spreadsheet(name: string, rows: string[][]): Promise<Blob> {
  const workbook = createWorkbook();
  const sheet = workbook.createWorksheet({ name });
  sheet.setData(rows);
  sheet.setColumns((rows[0] ?? []).map(() => ({ width: 28 })));
  workbook.addWorksheet(sheet);
  // Not compressed: the library would start a worker for that, which the content security policy forbids.
  return createExcelFile(workbook, 'Blob', { zipOptions: { level: 0 } });
}
