import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';
import { makeFolder, replaceFile } from '../lib/files/durable-files.ts';
import { mailsFolder } from '../lib/files/state-files.ts';
import { composeMail, type SendMail } from './message.ts';

/**
 * Returns a sender for installations without SMTP: each mail becomes a file (RFC 5322), and a repeated one replaces the first. Time and
 * account in its name decide when it is deleted.
 */
export function createFolderSender({ dataDir, mailFrom: from }: Pick<Config, 'dataDir' | 'mailFrom'>): SendMail {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (message) => {
    try {
      const { message: content } = await transport.sendMail(composeMail(message, from));
      const at = new Date(message.createdAt).toISOString().replaceAll(':', '-');
      await makeFolder(join(dataDir, mailsFolder));
      await replaceFile(join(dataDir, mailsFolder, `${at} ${message.id} ${message.userId}.eml`), content as Buffer);
      return { kind: 'sent' };
    } catch (error) {
      return { kind: 'later', reason: (error as NodeJS.ErrnoException).code ?? (error as Error).name };
    }
  };
}
