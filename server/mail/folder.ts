import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';
import { makeFolder, replaceFile } from '../lib/durable-files.ts';
import { mailsFolder } from '../lib/state-files.ts';
import { composed } from './compose.ts';
import type { SendMail } from './message.ts';

/**
 * Where there is nobody to send by: each mail is a file (RFC 5322) that mail programs open. One that is written again takes the place of the
 * first. Its name says when it was caused, and about whose account it is: by these it is forgotten.
 */
export function createFolderSender({ dataDir, mailFrom: from }: Pick<Config, 'dataDir' | 'mailFrom'>): SendMail {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (message) => {
    try {
      const { message: content } = await transport.sendMail(composed(message, from));
      const at = new Date(message.createdAt).toISOString().replaceAll(':', '-');
      await makeFolder(join(dataDir, mailsFolder));
      await replaceFile(join(dataDir, mailsFolder, `${at} ${message.id} ${message.userId}.eml`), content as Buffer);
      return { kind: 'sent' };
    } catch (error) {
      return { kind: 'later', reason: (error as NodeJS.ErrnoException).code ?? (error as Error).name };
    }
  };
}
