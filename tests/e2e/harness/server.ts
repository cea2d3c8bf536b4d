import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { compileCache } from '#tests/fixtures/server/compile-cache.ts';
import { lastingPort } from './network/lasting-port.ts';

const root = join(import.meta.dirname, '../../..');

/** A stored post as the server has it. */
export interface ServerPost {
  readonly id: string;
  readonly authorId: number;
  readonly content: string;
  readonly replyToId: string | null;
}

/** The real server in a process of its own, with one data directory and one port for its whole life. */
export class EventServer {
  readonly dataDir: string;
  readonly errors: string[] = [];
  /** Requests answered with a failure; known only if the server logs each request (`LOG_LEVEL`). */
  readonly failures: string[] = [];
  #process: ChildProcess | null = null;
  #ended: Promise<unknown> = Promise.resolve();
  #port = 0;
  readonly #settings: Record<string, string>;

  /** `settings` are environment variables in addition to those of every test. */
  constructor(settings: Record<string, string> = {}, dataDir = mkdtempSync(join(tmpdir(), 'event-companion-e2e-'))) {
    this.#settings = settings;
    this.dataDir = dataDir;
  }

  /** Starts from a copy of another server's data directory. */
  static with(data: string, settings?: Record<string, string>): EventServer {
    const server = new EventServer(settings);
    cpSync(data, server.dataDir, { recursive: true });
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get port(): number {
    return this.#port;
  }

  /** Starts on a free port the first time, and on the same one afterwards. Resolves when it serves. */
  async start(): Promise<void> {
    await this.#ended;
    if (this.#port === 0) this.#port = await lastingPort();
    const own = { DEMO: '1', DATA_DIR: this.dataDir, HOST: '127.0.0.1', PORT: String(this.#port), NODE_ENV: 'production' };
    const env = { ...process.env, ...compileCache, ...own, ...this.#settings };
    const child = spawn(process.execPath, ['server/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = child;
    child.stderr.on('data', (chunk: Buffer) => this.errors.push(chunk.toString()));
    child.once('exit', (code, signal) => {
      if (this.#process === child) this.errors.push(`the server ended by itself: ${code ?? signal}`);
    });
    const lines = createInterface({ input: child.stdout });
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${this.errors.join('')}`)));
      lines.on('line', (line) => {
        const [, port] = /^Event Companion is at http:\/\/127\.0\.0\.1:(\d+)$/.exec(line) ?? [];
        if (port !== undefined) {
          this.#port = Number(port);
          resolve();
        } else if (line.startsWith('{')) this.#read(line);
      });
    });
  }

  /** `SIGTERM` stops it like a service manager; `SIGKILL` is a power cut. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child && child.exitCode === null && child.signalCode === null) {
      this.#ended = once(child, 'exit');
      child.kill(signal);
    }
    await this.#ended;
  }

  async dispose(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  query<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#withDatabase(true, (db) => db.prepare(sql).all(...values) as Row[]);
  }

  /** Writes to the database directly; no device is notified. */
  change(sql: string, ...values: SQLInputValue[]): void {
    this.#withDatabase(false, (db) => void db.prepare(sql).run(...values));
  }

  /** Returns all posts in the server's order, or only those with these contents. */
  posts(contents?: readonly string[]): ServerPost[] {
    const all = this.query<ServerPost>('select id, author_id as authorId, content, reply_to_id as replyToId from posts order by "order"');
    return contents ? all.filter(({ content }) => contents.includes(content)) : all;
  }

  idOf(table: 'announcements' | 'schedule_entries', title: string): string {
    return this.query<{ id: string }>(`select id from ${table} where title = ?`, title)[0]!.id;
  }

  userId(person: string): number {
    return this.query<{ id: number }>('select id from users where email = ?', `${person}@demo.example`)[0]!.id;
  }

  #read(line: string): void {
    const { level, req, res } = JSON.parse(line) as {
      level: number;
      req?: { method: string; route: string };
      res?: { statusCode: number };
    };
    if (level >= 50) this.errors.push(line);
    else if (req && res && res.statusCode >= 400) this.failures.push(`${req.method} ${req.route}: ${res.statusCode}`);
  }

  #withDatabase<T>(readOnly: boolean, work: (db: DatabaseSync) => T): T {
    const db = new DatabaseSync(join(this.dataDir, 'event-companion.db'), { readOnly, timeout: 5_000 });
    try {
      return work(db);
    } finally {
      db.close();
    }
  }
}
