/** The icon catalogue: an emoji for each id that a module may name. */
const icons: Readonly<Record<string, string>> = {
  home: '🏠',
  schedule: '📅',
  meetups: '🤝',
  chat: '💬',
  pictures: '📷',
  participants: '👥',
  share: '🔗',
  announcements: '📢',
  sharing: '🚗',
  statistics: '📊',
  notifications: '🔔',
  feedback: '📝',
  faq: '❓',
  date: '💘',
  code: '🔑',
  settings: '⚙️',
  event: '🎪',
  food: '🍽️',
  location: '📍',
  transport: '🚌',
  music: '🎵',
  games: '🎲',
  sports: '⚽',
  awards: '🏆',
  network: '🌐',
  workshop: '🛠️',
  presentation: '🎤',
  business: '💼',
  charity: '🎗️',
  registration: '🎟️',
};

/** A page for ids that the catalogue does not know. */
export function iconOf(id: string): string {
  return icons[id] ?? '📄';
}
