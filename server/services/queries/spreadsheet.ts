import { createExcelFile, createWorkbook } from 'excel-builder-vanilla';

export const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export async function spreadsheet(name: string, rows: string[][]): Promise<Uint8Array> {
  const workbook = createWorkbook();
  const sheet = workbook.createWorksheet({ name });
  sheet.setData(rows);
  sheet.setColumns((rows[0] ?? []).map(() => ({ width: 28 })));
  workbook.addWorksheet(sheet);
  // Not compressed, because the library would start its own thread for it.
  return createExcelFile(workbook, 'Uint8Array', { zipOptions: { level: 0 } });
}
