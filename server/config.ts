import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod';

const flag = z.stringbool({ truthy: ['1', 'true', 'yes'], falsy: ['0', 'false', 'no', ''] });
const count = (from: number, to: number) => z.coerce.number().int().min(from).max(to);

/** A mail server: `smtps://user:password@host:port`, or `smtp://` for one that uses STARTTLS (RFC 8314). */
const smtpServer = z
  .url({ protocol: /^smtps?$/, error: 'is smtp:// or smtps://, with [user:password@]host[:port]' })
  .refine((text) => /^[^/]*\/\/[^/?#]+\/?$/.test(text), 'has nothing after the host and its port');

const mailSender = z
  .string()
  .regex(/^(?:[^<>\p{Cc}]*<[^<>\s@,]+@[^<>\s@,]+>|[^<>\s@,]+@[^<>\s@,]+)$/u, 'is an address, or Name <address>')
  .transform((text) => {
    const [, name = '', address = text] = /^([^<]*)<(.+)>$/.exec(text) ?? [];
    return { name: name.trim().replace(/^"(.*)"$/, '$1'), address };
  });

/** Addresses of proxies (`loopback, 10.0.0.1`); never all addresses, or any client could invent its own. */
const trustedProxies = z
  .string()
  .refine((list) => list.split(',').every((one) => isProxyRange(one.trim())), 'is a list of addresses, or loopback')
  .transform((list) => list.split(',').map((one) => one.trim()));

function isProxyRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  if (rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return false;
  return isIP(address) !== 0 || ['loopback', 'linklocal', 'uniquelocal'].includes(text);
}

/** A PostgreSQL database; further parameters are passed to the driver (`?sslmode=require`). */
const database = z
  .url({ protocol: /^postgres(ql)?$/, error: 'is postgres://[user:password@]host[:port]/database' })
  .refine((text) => /^\/[^/]+$/.test(URL.parse(text)?.pathname ?? '/one'), 'names no database');

/** Calendars are published as `webcal:` too, which means https. */
const calendarUrl = z
  .string()
  .transform((text) => text.replace(/^webcals?:/i, 'https:'))
  .pipe(z.url({ protocol: /^https?$/ }));

const environment = z.object({
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: database.optional(),
  DATABASE_CONNECTIONS: count(2, 200).default(10),
  SERVER_SECRET: z
    .string()
    .regex(/^[\w+/-]{43}=?$/, 'is 32 bytes in base64')
    .optional(),
  VAPID_KEYS: z
    .string()
    .regex(/^[\w-]{87}\.[\w-]{43}$/, 'is a public and a private key in base64url, with a dot in between')
    .optional(),
  DRAIN_SECONDS: z.coerce.number().min(0).max(600).optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: count(0, 65_535).default(4000),
  DEMO: flag.default(false),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRUST_PROXY: trustedProxies.optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/-]{16,200}=*$/, 'is 16 to 200 letters, digits and . ~ + / - _')
    .optional(),
  ACCESS_TOKEN_MINUTES: count(1, 24 * 60).default(60),
  SESSION_DAYS: count(1, 365).default(60),
  SESSION_IDLE_DAYS: count(1, 365).default(30),
  ADMIN_SECOND_FACTOR: z.enum(['required', 'optional'], 'is required or optional').default('optional'),
  CONTROLLER: z.string().max(500).optional(),
  CONTROLLER_CONTACT: z.string().max(500).optional(),
  LOGO: z
    .string()
    .regex(/\.(svg|png|webp)$/, 'is an SVG, PNG or WebP file')
    .refine((path) => existsSync(path), 'is no file here')
    .optional(),
  BETA_LABEL: z.string().trim().max(12).optional(),
  DONATION_URL: z.url({ protocol: /^https$/ }).optional(),
  PUSH_CONTACT: z.url({ protocol: /^(mailto|https)$/ }).optional(),
  ALLOW_LOOPBACK: flag.default(false),
  CALENDAR_URL: calendarUrl.optional(),
  PICTURES_PER_PERSON: count(1, 100_000).default(200),
  ROWS_PER_HOUR: count(1, 1_000_000).default(500),
  ROWS_PER_PERSON: count(1, 1_000_000).default(5_000),
  ACCOUNTS_PER_HOUR: count(1, 100_000).default(100),
  PICTURES_DIR: z.string().min(1).optional(),
  DISK_RESERVE_MB: count(0, 1_000_000).default(1_000),
  DATABASE_PICTURES_MB: count(1, 100_000_000).optional(),
  SMTP_URL: smtpServer.optional(),
  MAIL_FROM: mailSender.optional(),
});

export const settingNames: readonly string[] = Object.keys(environment.shape);

/** Links in mails need an origin that no request can choose. */
const withMail = environment.superRefine(({ SMTP_URL, MAIL_FROM, PUBLIC_URL }, { addIssue }) => {
  for (const [name, value] of Object.entries({ MAIL_FROM, PUBLIC_URL })) {
    const isMissing = SMTP_URL !== undefined && value === undefined;
    if (isMissing) addIssue({ code: 'custom', path: [name], message: 'has to be given with SMTP_URL' });
  }
});

/** How long (s) a server of a shared database continues after a stop signal: proxies check readiness every few seconds. */
const drainBesideOthers = 5;

/** The settings of this server. `publicUrl` is the origin that people use; without it the host of the request counts. */
export interface Config {
  readonly dataDir: string;
  /** The shared PostgreSQL database and the maximum of connections; null if everything is stored in `dataDir`. */
  readonly database: { readonly url: string; readonly connections: number } | null;
  /** Keys from the environment; a null key is created once and stored. */
  readonly keys: { readonly secret: string | null; readonly vapid: string | null };
  /** How long (s) the server continues after it reports that it is not ready. */
  readonly drainSeconds: number;
  readonly host: string;
  readonly port: number;
  readonly demo: boolean;
  readonly publicUrl: URL | null;
  readonly trustProxy: string[] | false;
  readonly logLevel: string;
  /** The bearer token for the metrics; null if only callers on this machine may read them. */
  readonly metricsToken: string | null;
  readonly accessTokenMinutes: number;
  readonly sessionDays: number;
  readonly sessionIdleDays: number;
  readonly site: {
    /** The controller of personal data. */
    readonly controller: string | null;
    readonly contact: string | null;
    readonly donationUrl: string | null;
    /** The label next to the logo: empty for none, null for the default. */
    readonly betaLabel: string | null;
    /** True if mails are delivered to people. */
    readonly sendsMail: boolean;
    /** True if admins need a second factor to use their role. */
    readonly adminsNeedFactor: boolean;
  };
  /** The picture file of the logo; null for the default. */
  readonly logo: string | null;
  /** The contact for push services: a mailto: or https: URL. */
  readonly pushContact: string | null;
  /** Allows push services and the calendar feed on this machine, for tests. */
  readonly allowLoopback: boolean;
  readonly calendarUrl: string | null;
  /** Pictures of one person, except their profile picture. */
  readonly picturesPerPerson: number;
  /** Bytes of the disk that pictures leave free. */
  readonly diskReserveBytes: number;
  /** Bytes of all pictures in the shared database; null for the bound that is stored there. */
  readonly databasePictureBytes: number | null;
  /** Rows that a participant may create in an event, within an hour and in total. */
  readonly rowsPerHour: number;
  readonly rowsPerPerson: number;
  /** Accounts that one network may create within an hour; one code creates five times as many. */
  readonly accountsPerHour: number;
  /** The shared folder of pictures; null if they are stored in the database or in `dataDir`. */
  readonly picturesDir: string | null;
  /** The mail server; null if mails are written to files in the data directory. */
  readonly smtpUrl: URL | null;
  readonly mailFrom: { readonly name: string; readonly address: string };
}

const megabyte = 1024 * 1024;

/** A reason not to start, in one line for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Reads the settings from environment variables. Throws a `StartError` that names every wrong one. */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  // Many service files use an empty variable for "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = withMail.safeParse(given);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new StartError(`Wrong setting – ${wrong.join('; ')}`);
  }
  const settings = parsed.data;
  return {
    dataDir: resolve(settings.DATA_DIR),
    database: settings.DATABASE_URL === undefined ? null : { url: settings.DATABASE_URL, connections: settings.DATABASE_CONNECTIONS },
    keys: { secret: settings.SERVER_SECRET ?? null, vapid: settings.VAPID_KEYS ?? null },
    drainSeconds: settings.DRAIN_SECONDS ?? (settings.DATABASE_URL === undefined ? 0 : drainBesideOthers),
    host: settings.HOST,
    port: settings.PORT,
    demo: settings.DEMO,
    publicUrl: settings.PUBLIC_URL === undefined ? null : new URL(settings.PUBLIC_URL),
    trustProxy: settings.TRUST_PROXY ?? false,
    logLevel: settings.LOG_LEVEL ?? (settings.DEMO ? 'warn' : 'info'),
    metricsToken: settings.METRICS_TOKEN ?? null,
    accessTokenMinutes: settings.ACCESS_TOKEN_MINUTES,
    sessionDays: settings.SESSION_DAYS,
    sessionIdleDays: settings.SESSION_IDLE_DAYS,
    site: {
      controller: settings.CONTROLLER ?? null,
      contact: settings.CONTROLLER_CONTACT ?? null,
      donationUrl: settings.DONATION_URL ?? null,
      betaLabel: settings.BETA_LABEL === 'none' ? '' : (settings.BETA_LABEL ?? null),
      sendsMail: settings.SMTP_URL !== undefined || settings.DEMO,
      adminsNeedFactor: settings.ADMIN_SECOND_FACTOR === 'required',
    },
    logo: settings.LOGO === undefined ? null : resolve(settings.LOGO),
    pushContact: settings.PUSH_CONTACT ?? null,
    allowLoopback: settings.ALLOW_LOOPBACK,
    calendarUrl: settings.CALENDAR_URL ?? null,
    picturesPerPerson: settings.PICTURES_PER_PERSON,
    diskReserveBytes: settings.DISK_RESERVE_MB * megabyte,
    databasePictureBytes: settings.DATABASE_PICTURES_MB === undefined ? null : settings.DATABASE_PICTURES_MB * megabyte,
    rowsPerHour: settings.ROWS_PER_HOUR,
    rowsPerPerson: settings.ROWS_PER_PERSON,
    accountsPerHour: settings.ACCOUNTS_PER_HOUR,
    picturesDir: settings.PICTURES_DIR === undefined ? null : resolve(settings.PICTURES_DIR),
    smtpUrl: settings.SMTP_URL === undefined ? null : new URL(settings.SMTP_URL),
    mailFrom: settings.MAIL_FROM ?? { name: 'Event Companion', address: 'event-companion@localhost' },
  };
}
