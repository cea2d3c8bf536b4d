import type { Gauge } from '../lib/metrics.ts';

export function mailGauges({ waiting, failed, heldBack }: { waiting: number; failed: number; heldBack: number }): Gauge[] {
  return [
    { name: 'event_companion_mails_waiting', help: 'Mails that wait or are being sent.', value: waiting },
    { name: 'event_companion_mails_failed', help: 'Mails of the last seven days that were given up.', value: failed },
    {
      name: 'event_companion_mails_held_back_total',
      help: 'Mails to unconfirmed addresses that were not sent: too many within an hour.',
      value: heldBack,
    },
  ];
}
