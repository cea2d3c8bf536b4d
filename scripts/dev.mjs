// `npm run dev`: the API server with demo data, restarted when its files change, and the app with hot reload in front of it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);
const { HOST: host = '127.0.0.1', PORT: port = '4000', APP_PORT: appPort = '5173' } = process.env;
process.env.API_ORIGIN = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

const { createServer } = await import('vite'); // its configuration reads API_ORIGIN
const app = await createServer({ root, server: { port: Number(appPort), strictPort: true } });
await app.listen();
app.printUrls();

const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'server', 'main.ts')], {
  cwd: root,
  stdio: 'inherit',
});
const apiEnded = once(api, 'exit');

async function stop() {
  api.kill('SIGTERM');
  await Promise.all([apiEnded, app.close()]);
  process.exit();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void stop());
await apiEnded;
await app.close();
