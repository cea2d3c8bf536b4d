import type { Gauge } from '../ops/metrics.ts';

/** How many mails are on their way, and how many were given up of late. */
export function mailGauges({ waiting, failed }: { waiting: number; failed: number }): Gauge[] {
  return [
    { name: 'event_companion_mails_waiting', help: 'Mails that wait or are being sent.', value: waiting },
    { name: 'event_companion_mails_failed', help: 'Mails of the last seven days that were given up.', value: failed },
  ];
}
