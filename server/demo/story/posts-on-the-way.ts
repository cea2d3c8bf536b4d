/** A reply refers to its post by that post's `id`; only posts with replies have one. */
export interface DemoPost {
  readonly by: string;
  readonly content: string;
  readonly id?: string;
  readonly replyTo?: string;
}

export const postsOnTheWay: readonly DemoPost[] = [
  {
    by: 'orga',
    content:
      'Willkommen im Camp-Chat! 👋 Hier könnt ihr alles fragen, auf Deutsch, auf Englisch oder bunt gemischt. Das Tor ist ab 9 Uhr offen.\n\nWelcome! Ask anything here. The gate opens at nine.',
  },
  { id: 'first-time', by: 'anna', content: 'Endlich! Die Tasche ist gepackt, die Hängematte auch. Wer ist noch zum ersten Mal dabei?' },
  { by: 'giulia', replyTo: 'first-time', content: 'Me! Coming all the way from Bologna, a bit nervous 😅' },
  {
    by: 'ben',
    replyTo: 'first-time',
    content: 'Third time here. You will love it. The lake is cold though, nobody ever tells you that.',
  },
  { id: 'train', by: 'mateo', content: 'Anyone else on the 7:04 from Berlin? Five of us in coach 3 with far too much food.' },
  { by: 'clara', replyTo: 'train', content: 'Coach 5, coming over! 🥐' },
  { id: 'sleeping-bag', by: 'paul', content: 'Braucht man einen eigenen Schlafsack oder gibt es welche vor Ort?' },
  {
    by: 'orga',
    replyTo: 'sleeping-bag',
    content: 'Bitte einen eigenen mitbringen. Für Notfälle liegen zehn Decken im Lager, meldet euch am Info-Punkt.',
  },
  { id: 'torch', by: 'sam', content: 'Forgot my torch at home. Of course.' },
  { by: 'emil', replyTo: 'torch', content: 'I packed three. One is yours.' },
  { id: 'shuttle', by: 'lena', content: 'Fährt der Shuttle vom Bahnhof stündlich? Auf dem Aushang steht nichts.' },
  { by: 'orga', replyTo: 'shuttle', content: 'Ja, immer zur vollen Stunde. Weißer Bus, Kranich auf der Tür.' },
  { by: 'yuki', content: 'Twelve hours, three trains. If somebody has hot tea at the gate I will be your friend forever.' },
  { id: 'maxi', by: 'maxi', content: 'Hallo zusammen! Ja, der Name ist wirklich so lang. Sagt einfach Maxi 🙂' },
  { by: 'noah', replyTo: 'maxi', content: 'Hi Maxi! Passt das aufs Namensschild?' },
  { by: 'maxi', replyTo: 'maxi', content: 'Nur zweizeilig.' },
];
