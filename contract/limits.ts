/** Bounds that client, server and tests share. Lengths are in UTF-16 code units, sizes in bytes. */
export const limits = {
  postLength: 5_000,
  /** People mentioned in one post. */
  mentions: 10,
  titleLength: 200,
  textLength: 10_000,
  descriptionLength: 1_000,
  emailLength: 254,
  codeLength: 100,
  /** The prefix of codes that are created together, and their number. */
  codePrefixLength: 40,
  codesAtOnce: 500,
  codesPageSize: 50,
  passwordMinLength: 8,
  passwordMaxLength: 256,
  bodyBytes: 2 * 1024 * 1024,
  /** A body that needs no session: a form of a few fields. */
  publicBodyBytes: 16 * 1024,
  batchCalls: 1_000,
  batchBytes: 1024 * 1024,
  /** The cursor of a person in 1,000 events fits, and its request stays within the 8 kB that proxies accept. */
  cursorLength: 7_500,
  feedPageRows: 500,
  /** The approximate size of a page of the feed; a single row may exceed it. */
  feedPageBytes: 1024 * 1024,
  /** The first page of a first load is small, so that on a slow network the home screen does not wait for long lists. */
  feedFirstPageRows: 100,
  pageSize: 10,
  /** A list without pages: rows, and the approximate bytes. The app itself reads its mirror. */
  listRows: 2_000,
  listBytes: 4 * 1024 * 1024,
  /** A call with a picture in base64, and its other fields. */
  pictureBodyBytes: 7 * 1024 * 1024 + 100_000,
  pieceBytes: 1024 * 1024,
  pictureBytes: 5 * 1024 * 1024,
  picturePixels: 24_000_000,
  /** The longest side of a stored picture, in pixels. */
  pictureSide: 1_920,
  thumbnailSide: 640,
  participantsPageSize: 25,
  datingPageSize: 20,
  /** The absolute limit of a counter. */
  counter: 1_000_000_000,
  searchLength: 200,
  /** The amount of one offer. */
  shared: 10_000,
  calendarPageSize: 50,
  /** The quota of one person in one event, like the next two; operators set the number of rows (`ROWS_PER_HOUR`, `ROWS_PER_PERSON`). */
  bytesPerHour: 10 * 1024 * 1024,
  bytesPerPerson: 20 * 1024 * 1024,
  /** The factor by which the quota of an organiser is larger than a participant's. */
  organiserFactor: 20,
  /** Per person and event. */
  reportsPerDay: 50,
  /** People hidden by one person. */
  hiddenPeople: 1_000,
  /** People hidden now or before: one row each. */
  hiddenPeopleEver: 2_000,
  /** Items of one order, in a call and in the row. */
  arranged: 500,
  /** Per event. */
  contactBlocks: 100,
  linksOfBlock: 50,
  /** Per event. */
  faqEntries: 100,
  answerLength: 5_000,
  /** The largest capacity of a meetup. */
  meetupCapacity: 10_000,
  /** The usual reminder and the earliest one, in minutes before the start. */
  usualReminder: 10,
  remindMinutes: 120,
  /** Read marks of one person in one event. */
  readMarks: 200,
  /** Marks of changed rows of one person in one event. */
  seenChanges: 300,
  /** Months before and after the present one that are read from calendars. */
  calendarMonthsBack: 12,
  calendarMonthsAhead: 24,
  /** Occurrences of one calendar. */
  calendarEvents: 2_000,
} as const;
