import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { snapshotFile } from '../e2e/harness/photos.ts';
import { t } from '../e2e/harness/texts.ts';
import { inTier } from '../setup/tier.ts';
import { type EngineName, engineNames } from './driver/engine.ts';
import { writePost } from './harness/chat.ts';
import { play } from './harness/stage.ts';

// The gate plays it in the engine of iPhones; its end-to-end tests drive Chromium.
const engines = inTier<readonly EngineName[]>({ gate: ['webkit'], full: engineNames });

const [post, reply, meetup, photo] = ['Written without network', 'Answered without network', 'Night swim', 'The lake at night'];

play(
  engines,
  'pending commands of an outage survive a crash and arrive once, without a tap',
  async ({ server, start, open, expectErrors }) => {
    const before = await start('phone');
    let anna = await open(before);
    await anna.open('/');
    await anna.signIn('anna');
    await anna.hasWorker();
    // Chromium writes its cookies to the disk when it closes, or after half a minute.
    await before.close();

    expectErrors();
    await server.stop('SIGKILL');
    const first = await start('phone');
    anna = await open(first);
    await anna.open('/#/chat');
    await writePost(anna, post);
    await anna.tapAbout(t('chat_item.reply'));
    await anna.fillIn('main textarea', reply);
    await anna.tap('button', t('chat_item.reply_submit'));
    await anna.finds('text', reply);

    await anna.open('/#/meetups');
    await anna.tap('button', t('meetup_create.open'));
    await anna.fill(t('meetup_create.title'), meetup);
    await anna.fill(t('meetup_create.description'), 'At the jetty');
    await anna.setDate(t('meetup_create.start'), '2126-07-18T20:30');
    await anna.tap('button', t('meetup_create.submit'));
    await anna.finds('text', meetup);

    const file = join(server.dataDir, 'lake.jpg');
    writeFileSync(file, (await snapshotFile()).buffer);
    await anna.open('/#/pictures');
    await anna.tap('button', t('photo_upload.open'));
    await anna.window.choose('input[type=file]:not([capture])', [file]);
    await anna.findsPicture(t('picture_input.preview'));
    await anna.fill(t('photo_upload.description'), photo);
    await anna.tap('button', t('photo_upload.submit'));
    await anna.finds('article', photo);
    await anna.isIdle();

    const everythingWaits = async (): Promise<void> => {
      for (const [path, words] of [
        ['chat', post],
        ['chat', reply],
        ['meetups', meetup],
        ['pictures', photo],
      ] as const) {
        await anna.open(`/#/${path}`);
        // A square of the grid has its description as its name only.
        await (path === 'pictures' ? anna.finds('article', words) : anna.sees(words));
      }
      await anna.sees(t('chat_item.waiting'));
      await anna.finds('link', `${t('sync.offline')}, ${t('sync.waiting', { count: 5 })}`, 'header');
    };
    await anna.window.reload();
    await everythingWaits();
    await first.kill();
    anna = await open(await start('phone'));
    await everythingWaits();

    await server.start();
    await anna.isLevel();
    const counted = (sql: string, ...values: string[]): number => server.query<{ count: number }>(sql, ...values)[0]!.count;
    expect(server.posts([post, reply])).toHaveLength(2);
    expect(counted('select count(*) as count from meetups where title = ?', meetup)).toBe(1);
    expect(counted('select count(*) as count from photos where description = ?', photo)).toBe(1);
  },
);
