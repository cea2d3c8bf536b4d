import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { expect } from 'vitest';
import { toWallClock } from '#i18n/wall-clock.ts';
import { camp, demoTimeZone, otherEvents } from '#server/demo/story/events.ts';
import { demoPhotos } from '#server/demo/drawing/photos.ts';
import { canary } from '../fixtures/hostile/jpeg.ts';
import { snapshotFile } from '../e2e/harness/photos.ts';
import { t } from '../e2e/harness/texts.ts';
import { engineNames, type Key } from './driver/engine.ts';
import {
  countVisible,
  focusButton,
  focusedName,
  recordSentPictures,
  labelOf,
  shownMenu,
  announcedOrder,
  shownOrder,
  pressAfterPickUp,
  takeSentPicture,
  textBoxOf,
} from './harness/hands-in-page.ts';
import { isDrawn, valueOf } from './harness/in-page.ts';
import type { Person } from './harness/person.ts';
import { expectEventually } from './harness/expect-eventually.ts';
import { play, playOneByOne, type Stage } from './harness/stage.ts';

/** Returns a picture with a red left half and camera metadata. */
const twoHalves = (): Sharp =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#00f' } })
    .composite([{ input: { create: { width: 200, height: 300, channels: 3, background: '#f00' } }, left: 0, top: 0 }])
    .withExif({ IFD0: { Copyright: canary } })
    .withMetadata({ orientation: 6 });

/** A disc on a transparent ground. */
const disc = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><circle cx="100" cy="100" r="60" fill="#00f"/></svg>',
);

async function colourAt(picture: Buffer, left: number, top: number): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await sharp(picture)
    .extract({ left, top, width: 1, height: 1 })
    .flatten({ background: '#0f0' })
    .raw()
    .toBuffer();
  const near = (value: number, expected: number): boolean => Math.abs(value - expected) < 40;
  const colours = { red: [255, 0, 0], blue: [0, 0, 255], white: [255, 255, 255] };
  const found = Object.entries(colours).find(([, expected]) => [red, green, blue].every((value, index) => near(value, expected[index]!)));
  return found?.[0] ?? `${red} ${green} ${blue}`;
}

/** Shares a photo; returns the bytes that the browser sent and those that the server stored. */
async function share(person: Person, { server }: Stage, name: string, bytes: Buffer): Promise<{ sent: Buffer; stored: Buffer }> {
  const file = join(server.dataDir, name);
  writeFileSync(file, bytes);
  await person.tap('button', t('photo_upload.open'));
  await person.window.choose('input[type=file]:not([capture])', [file]);
  await person.findsPicture(t('picture_input.preview'));
  await person.fill(t('photo_upload.description'), name);
  await person.tap('button', t('photo_upload.submit'));
  await person.finds('article', name);
  await person.finds('button', t('photo_upload.open'));
  await person.isLevel();
  const [row] = server.query<{ url: string }>('select url from photos where description = ?', name);
  const sent = Buffer.from(await person.window.run(takeSentPicture), 'base64');
  return { sent, stored: readFileSync(join(server.dataDir, row!.url)) };
}

async function signedIn({ start, open }: Stage, login: Parameters<Person['signIn']>[0], timeZone?: string): Promise<Person> {
  const person = await open(await start(login, timeZone === undefined ? {} : { timeZone }));
  await person.open('/');
  await person.signIn(login);
  return person;
}

play(engineNames, 'turns, reduces and cleans photos before they are sent, with white for a transparent ground', async (stage) => {
  const anna = await signedIn(stage, 'anna');
  await anna.openScreen('pictures');
  await anna.window.run(recordSentPictures);

  const turned = await share(anna, stage, 'turned.jpg', await twoHalves().jpeg().toBuffer());
  const large = await share(anna, stage, 'large.jpg', (await snapshotFile(4_000, 3_000)).buffer);
  const transparent = await share(anna, stage, 'transparent.png', await sharp(disc).png().toBuffer());
  for (const side of ['sent', 'stored'] as const) {
    const found = await Promise.all(
      [turned, large, transparent].map(async (picture) => {
        const { width, height, exif, xmp, orientation } = await sharp(picture[side]).metadata();
        return {
          width,
          height,
          hasNotes: exif !== undefined || xmp !== undefined || orientation !== undefined || picture[side].includes(canary),
        };
      }),
    );
    expect(found, side).toEqual([
      { width: 300, height: 400, hasNotes: false },
      { width: 1_920, height: 1_440, hasNotes: false },
      { width: 200, height: 200, hasNotes: false },
    ]);
    const [above, below] = [await colourAt(turned[side], 150, 50), await colourAt(turned[side], 150, 350)];
    const [ground, middle] = [await colourAt(transparent[side], 5, 5), await colourAt(transparent[side], 100, 100)];
    expect([above, below, ground, middle], side).toEqual(['red', 'blue', 'white', 'blue']);
  }
});

/** Returns the CSS selector of a photo in full size. */
const pictureOf = (description: string): string => `[role=dialog][aria-label=${JSON.stringify(description)}]`;

/** Distances (pixels) of a swipe to the side, and of an accidental move. */
const [far, little] = [180, 20];

play(engineNames, 'turns to the next photo by a swipe to the side alone, and rates people by finger and by mouse', async (stage) => {
  const ben = await signedIn(stage, 'ben');
  await ben.openScreen('pictures');
  const [newest, second, third] = demoPhotos.toReversed().map(({ description }) => description) as [string, string, string];
  await ben.tap('link', t('photo_item.open', { description: second }));
  await ben.findsPicture(second);
  await ben.finds('button', t('picture_view.next'));
  const middle = { x: 200, y: 400 };
  const swipe = (right: number, down: number) => ben.window.swipe(middle, { x: middle.x + right, y: middle.y + down });
  await swipe(-little, 0);
  await swipe(-far / 2, far);
  await swipe(-far, little);
  await ben.isDrawn(pictureOf(third));
  await swipe(far, -little);
  await ben.isDrawn(pictureOf(second));
  await swipe(far, 0);
  await ben.isDrawn(pictureOf(newest));

  await ben.openScreen('date/');
  const [byFinger, byMouse] = ['Aylin Demirci', 'Mateo Ruiz Ortega'];
  const card = (name: string): string => `article[aria-label="${name}"]`;
  await ben.isDrawn(card(byFinger));
  await ben.window.run(
    (selector) => document.querySelector(selector)!.scrollIntoView({ block: 'center', behavior: 'instant' }),
    card(byFinger),
  );
  const finger = await ben.middleOf('heading', byFinger, card(byFinger));
  await ben.window.swipe(finger, { x: finger.x + far / 2, y: finger.y + little });
  await ben.sees(t('dating.tab.1', { number: 3 }));
  const held = await ben.grab('heading', byMouse, card(byMouse));
  await ben.window.mouse.move({ x: held.x - far, y: held.y + little });
  await ben.window.mouse.up();
  await ben.sees(t('dating.tab.-1', { number: 1 }));
  await ben.isLevel();
  const idOf = (name: string): number => stage.server.query<{ id: number }>('select id from users where name = ?', name)[0]!.id;
  const [rated] = stage.server.query<{ yes: string; no: string }>(
    'select interested_in as yes, not_interested_in as no from dating where user_id = ? and event_id = 1',
    stage.server.userId('ben'),
  );
  expect(JSON.parse(rated!.yes)).toContain(idOf(byFinger));
  expect(JSON.parse(rated!.no)).toEqual([idOf(byMouse)]);
});

const handle = (name: string): string => t('order.drag', { name });

const orderOf = ({ window }: Person): Promise<string[]> => window.run(shownOrder, handle(''));

play(engineNames, 'sorts the menu by mouse and the home screen by keyboard, and keeps the focus on the moved item', async (stage) => {
  const orga = await signedIn(stage, 'orga');
  const { window } = orga;
  const isTextShown = (words: string): Promise<void> => expectEventually(() => window.run(announcedOrder), words);

  await orga.openScreen('admin/event-menu');
  const menu = await orderOf(orga);
  const [first, second, third, ...rest] = menu as [string, string, string, ...string[]];
  const start = await orga.grab('button', handle(third));
  await isTextShown(t('order.picked', { name: third }));
  const end = await orga.middleOf('button', handle(first));
  await window.mouse.move({ x: start.x, y: (start.y + end.y) / 2 });
  await window.mouse.move(end);
  await expectEventually(() => orderOf(orga), [third, first, second, ...rest]);
  await window.mouse.up();
  await isTextShown(t('order.dropped', { name: third, position: 1, total: menu.length }));
  await orga.isLevel();
  await orga.tap('button', t('menu.open'));
  await expectEventually(() => window.run(shownMenu), [third, first, second, ...rest]);

  await orga.openScreen('admin/home-screen');
  const name = t('home_component.active_announcements');
  const home = await orderOf(orga);
  const at = home.indexOf(name);
  const placed = (what: 'moved' | 'dropped', place: number): string =>
    t(`order.${what}`, { name, position: place + 1, total: home.length });
  await window.run(focusButton, handle(name));
  const keys: readonly (readonly [Key, string, isHeld: boolean])[] = [
    ['Space', t('order.picked', { name }), true],
    ['ArrowDown', placed('moved', at + 1), true],
    ['Escape', placed('dropped', at), false],
    ['Enter', t('order.picked', { name }), true],
    ['ArrowUp', placed('moved', at - 1), true],
    ['Space', placed('dropped', at - 1), false],
  ];
  for (const [key, words, isHeld] of keys) {
    await orga.press(key);
    await isTextShown(words);
    await expectEventually(() => window.run(focusedName), handle(name));
    // A moved item cannot be picked up again before its animation has ended.
    await expectEventually(() => window.run(isDrawn, '[data-dnd-dragging]'), isHeld);
  }
  const sorted = home.filter((each) => each !== name).toSpliced(at - 1, 0, name);
  expect(await orderOf(orga)).toEqual(sorted);
  await orga.isLevel();
  await window.reload();
  await expectEventually(() => orderOf(orga), sorted);
});

play(engineNames, 'reads out the new place of an item and keeps its focus when an arrow key follows its pick-up at once', async (stage) => {
  const orga = await signedIn(stage, 'orga');
  const { window } = orga;
  await orga.openScreen('admin/home-screen');
  const home = await orderOf(orga);
  const name = home[3]!;
  await window.run(focusButton, handle(name));
  await window.run(pressAfterPickUp, 'ArrowDown');
  await orga.press('Space');
  await expectEventually(() => window.run(announcedOrder), t('order.moved', { name, position: 5, total: home.length }));
  await expectEventually(() => window.run(focusedName), handle(name));
});

/** Returns the contrast of a field's text with its ground, from 0 to 255. */
async function inkOf({ window }: Person, { server }: Stage, label: string): Promise<number> {
  const box = await window.run(textBoxOf, label);
  const file = join(server.dataDir, 'window.png');
  await window.photograph(file);
  // Excludes the end of the field, which has a calendar button in some engines.
  const [left, top, width, height] = [box.left, box.top, box.width * 0.75, box.height].map(Math.round) as [number, number, number, number];
  const text = await sharp(file).extract({ left, top, width, height }).greyscale().toBuffer();
  const { channels } = await sharp(text).stats();
  return channels[0]!.max - channels[0]!.min;
}

/** The least difference between a hint and a value. */
const clear = 40;

playOneByOne(
  engineNames,
  'shows an empty date field as empty, and stores dates and times of the event as entered in Tokyo',
  async (stage) => {
    const { server } = stage;
    const orga = await signedIn(stage, 'orga', 'Asia/Tokyo');
    /** Compares the pictures of the field empty and filled. */
    const expectDrawn = async (label: string, value: string): Promise<void> => {
      await orga.setDate(label, '');
      const empty = await inkOf(orga, stage, label);
      await orga.setDate(label, value);
      expect(await inkOf(orga, stage, label), `${label}, empty: ${empty}`).toBeGreaterThan(empty + clear);
    };
    const [title, time] = ['Night swim', '2126-07-18T20:30'];
    await orga.openScreen('meetups');
    await orga.tap('button', t('meetup_create.open'));
    await orga.fill(t('meetup_create.title'), title);
    await orga.fill(t('meetup_create.description'), 'At the jetty');
    await expectDrawn(t('meetup_create.start'), time);
    await orga.sees(t('wall_clock.zone', { zone: demoTimeZone }));
    await orga.tap('button', t('meetup_create.submit'));
    await orga.finds('article', title);
    await orga.isLevel();
    const [meetup] = server.query<{ start: string }>('select start_date as start from meetups where title = ?', title);
    expect(toWallClock(meetup!.start, demoTimeZone)).toBe(time);

    const entries = () =>
      server.query<{ id: string; start: string }>('select id, start_date as start from schedule_entries where event_id = 1 order by id');
    const before = entries().map(({ id, start }) => ({ id, time: toWallClock(start, demoTimeZone) }));
    await orga.openScreen('admin/event-schedule');
    await orga.tap('button', t('admin_schedule.more'));
    await orga.tap('button', t('admin_schedule.move.title'));
    await orga.finds('field', t('admin_schedule.move.to'));
    const day = (await orga.window.run(valueOf, t('admin_schedule.move.to')))!;
    const onDay = before.filter((entry) => entry.time.startsWith(day));
    expect(onDay).not.toEqual([]);
    await expectDrawn(t('admin_schedule.move.to'), '2126-07-19');
    await orga.tap('button', t('admin_schedule.move.submit', { count: onDay.length }));
    await orga.finds('button', t('admin_schedule.more'));
    await orga.isLevel();
    const moved = before.map((entry) => (onDay.includes(entry) ? { ...entry, time: entry.time.replace(day, '2126-07-19') } : entry));
    expect(entries().map(({ id, start }) => ({ id, time: toWallClock(start, demoTimeZone) }))).toEqual(moved);
  },
);

const dialog = '[role=dialog], [role=alertdialog]';

play(engineNames, 'closes only the dialog on top by Escape, Back and its button, and gives the focus back to its opener', async (stage) => {
  const anna = await signedIn(stage, 'anna');
  const { window } = anna;
  const expectOpen = (count: number): Promise<void> => expectEventually(() => window.run(countVisible, dialog), count);
  const expectFocus = (name: string): Promise<void> => expectEventually(() => window.run(focusedName), name);
  const expectPath = (path: string): Promise<void> => expectEventually(() => window.run(() => location.hash), `#/${path}`);
  const [escape, back] = [() => anna.press('Escape'), () => window.back()];
  const byButton = (name: string) => () => anna.tap('button', name);
  /** Returns the name of the first button of an action; the name ends with the subject. */
  const about = async (action: string, within: string): Promise<string> => {
    const selector = `${within} button[aria-label^="${action}: "]`;
    await anna.isDrawn(selector);
    return await window.run(labelOf, selector);
  };

  await anna.openScreen('chat');
  const more = await about(t('chat_item.more'), 'main');
  for (const [opener, ways, entry] of [
    [t('menu.open'), [escape, back, byButton(t('menu.close'))]],
    [t('profile.open'), [escape, back]],
    [more, [escape, back, byButton(t('app.cancel'))], t('chat_item.delete')],
  ] as const) {
    for (const leave of ways) {
      await anna.tap('button', opener);
      if (entry !== undefined) await anna.tap('button', entry);
      await expectOpen(1);
      await leave();
      await expectOpen(0);
      await expectFocus(opener);
      await expectPath('chat');
    }
  }

  await anna.openScreen('pictures');
  const link = t('photo_item.open', { description: demoPhotos.at(-2)!.description });
  for (const [leaveQuestion, leavePhoto] of [
    [escape, back],
    [back, byButton(t('app.close'))],
    [byButton(t('app.cancel')), escape],
  ] as const) {
    await anna.tap('link', link);
    await expectOpen(1);
    const opener = await about(t('photo_item.more', { description: '' }).replace(/: $/, ''), '[role=dialog]');
    await anna.tap('button', opener);
    await anna.tap('button', t('report.report'));
    await expectOpen(2);
    await leaveQuestion();
    await expectOpen(1);
    await expectFocus(opener);
    await leavePhoto();
    await expectOpen(0);
    await expectFocus(link);
    await expectPath('pictures');
  }
});

play(engineNames, 'opens the form or the event of a code link, and joins the event once a person agrees', async (stage) => {
  const { server, start, open } = stage;
  const members = (email: string): readonly string[] =>
    server
      .query<{ title: string }>(
        'select title from memberships join events on events.id = event_id join users on users.id = user_id where email = ?',
        email,
      )
      .map(({ title }) => title);
  const phone = await start('phone');
  const nora = await open(phone);
  await nora.open(`/#code=${camp.code}&email=nora%2Bcamp@example.org`);
  await nora.finds('heading', t('register.title'));
  const read = (label: string): Promise<string | null> => nora.window.run(valueOf, label);
  expect([await read(t('register.event_code')), await read(t('register.email'))]).toEqual([camp.code, 'nora+camp@example.org']);
  await nora.fill(t('register.password'), 'Seeufer-2026');
  await nora.fill(t('register.confirm_password'), 'Seeufer-2026');
  await nora.tap('button', t('register.submit'));
  await nora.finds('heading', camp.title);
  await nora.isLevel();
  expect(members('nora+camp@example.org')).toEqual([camp.title]);

  const { code, title } = otherEvents[0]!;
  for (const place of ['in the open app', 'at a start']) {
    if (place === 'at a start') await nora.window.goto('about:blank');
    await nora.open(`/#code=${code}`);
    await nora.finds('heading', title, '[role=dialog]');
    expect(await nora.window.run(() => location.hash)).toBe('#/home');
    expect(members('nora+camp@example.org')).toEqual([camp.title]);
    if (place === 'in the open app') await nora.tap('button', t('app.cancel'));
  }
  await nora.tap('button', t('switch_overlay.join'));
  await expectEventually(() => nora.window.run(countVisible, dialog), 0);
  await nora.finds('heading', title);
  await nora.isLevel();
  expect(members('nora+camp@example.org')).toEqual([camp.title, title]);
});
