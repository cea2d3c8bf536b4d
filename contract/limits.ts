/** Bounds that client, server and tests share. Lengths are in UTF-16 code units, sizes in bytes. */
export const limits = {
  postLength: 5_000,
  titleLength: 200,
  textLength: 10_000,
  descriptionLength: 1_000,
  emailLength: 254,
  codeLength: 100,
  /** Of what codes begin with that are made many at once, and how many those are. */
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
  /** The cursor of a person in 1,000 events fits, and so does the address of its request in the 8 kB that proxies accept. */
  cursorLength: 7_500,
  feedPageRows: 500,
  /** About how much a page of the feed may hold; a single row may be larger. */
  feedPageBytes: 1024 * 1024,
  /** The first page of a first load is small: over a thin line the home screen need not wait for the lists. */
  feedFirstPageRows: 100,
  pageSize: 10,
  /** A list without pages: rows, and about how many bytes. The app itself reads its mirror. */
  listRows: 2_000,
  listBytes: 4 * 1024 * 1024,
  /** A call that brings a picture: the picture in base64, and the rest. */
  pictureBodyBytes: 7 * 1024 * 1024 + 100_000,
  /** Of a piece of a picture that comes in pieces. */
  pieceBytes: 1024 * 1024,
  /** Of a picture as it was sent. */
  pictureBytes: 5 * 1024 * 1024,
  picturePixels: 24_000_000,
  /** The longest side, in pixels, of what is stored. */
  pictureSide: 1_920,
  thumbnailSide: 640,
  participantsPageSize: 25,
  datingPageSize: 20,
  /** The furthest that a counter goes, either way. */
  counter: 1_000_000_000,
  searchLength: 200,
  /** Of one thing that is shared. */
  shared: 10_000,
  calendarPageSize: 50,
  /** The quota of one person in one event, like the two after it; operators set how many rows (`ROWS_PER_HOUR`, `ROWS_PER_PERSON`). */
  bytesPerHour: 10 * 1024 * 1024,
  bytesPerPerson: 20 * 1024 * 1024,
  /** An organiser may create this many times as much as a participant. */
  organiserFactor: 20,
  /** Of one person in one event within a day. */
  reportsPerDay: 50,
  /** Of people whom one person does not want to see. */
  hiddenPeople: 1_000,
  /** Of people whom they do not want to see, or did not once: a row each. */
  hiddenPeopleEver: 2_000,
  /** Things in one order, in a call and in the row. */
  arranged: 500,
  /** In one event. */
  contactBlocks: 100,
  linksOfBlock: 50,
  /** How many months before and after the present one are read from calendars. */
  calendarMonthsBack: 12,
  calendarMonthsAhead: 24,
  /** Of occurrences from one calendar. */
  calendarEvents: 2_000,
} as const;
