import type { Page } from 'playwright-core';

type File = { name: string; mimeType: string; buffer: Buffer };

/** Posts a form as the browser does when another app shares. */
export async function share(page: Page, texts: Readonly<Record<string, string>>, ...files: readonly File[]): Promise<void> {
  await page.evaluate((fields) => {
    const form = Object.assign(document.createElement('form'), {
      id: 'share',
      method: 'post',
      action: '/shared',
      enctype: 'multipart/form-data',
    });
    for (const [name, value] of Object.entries(fields)) form.append(Object.assign(document.createElement('input'), { name, value }));
    form.append(Object.assign(document.createElement('input'), { type: 'file', name: 'pictures', multiple: true }));
    document.body.append(form);
  }, texts);
  if (files.length > 0) await page.locator('#share input[type=file]').setInputFiles([...files]);
  await page.evaluate(() => document.querySelector<HTMLFormElement>('#share')!.submit());
}
