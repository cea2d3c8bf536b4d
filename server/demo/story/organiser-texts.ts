export interface DemoAnnouncement {
  readonly title: string;
  readonly content: string;
  readonly active: boolean;
}

export const announcements: readonly DemoAnnouncement[] = [
  {
    title: 'Willkommen am Kranichsee!',
    content:
      'Schön, dass ihr da seid. Der Info-Punkt am Tor ist rund um die Uhr besetzt, das Team erkennt ihr an den gelben Halstüchern.\n\nWelcome! The info point at the gate is open day and night; the crew wear yellow scarves.',
    active: true,
  },
  {
    title: 'Baden nur mit Aufsicht',
    content:
      'Am Steg hängt eine Flagge: grün heißt frei, rot heißt nicht ins Wasser. Bitte haltet euch daran, auch wenn es sehr warm ist.\n\nGreen flag: swim. Red flag: stay out of the water, please.',
    active: true,
  },
  {
    title: 'Waldbrandstufe 3: Feuer nur am Lagerfeuerplatz',
    content:
      'Es ist sehr trocken. Gaskocher nur auf dem Kies am Küchenzelt, Rauchen nur beim Aschenbecher am Tor.\n\nForest fire level 3: open fire at the campfire only, gas stoves on the gravel next to the kitchen tent only.',
    active: true,
  },
  {
    title: 'Bei Gewitter: alle in die Scheune',
    content:
      'Eine Gewitterfront kommt auf uns zu. Bitte verlasst Zelte und Ufer und kommt jetzt in die Große Scheune.\n\nA thunderstorm is coming. Leave tents and shore and come to the barn now.',
    active: false,
  },
];

export interface DemoContactLinks {
  readonly title: string;
  readonly subtitle: string | null;
  readonly links: readonly { readonly name: string; readonly url: string }[];
}

export const demoContactLinks: readonly DemoContactLinks[] = [
  {
    title: 'Orga',
    subtitle: 'Zelt am Eingang, von acht bis zwanzig Uhr / Tent at the gate, eight to eight',
    links: [
      { name: 'Mail', url: 'mailto:orga@demo.example' },
      { name: 'Telefon / Phone', url: 'tel:+49000000001' },
    ],
  },
  {
    title: 'Erste Hilfe / First aid',
    subtitle: null,
    links: [
      { name: 'Sanitätszelt / Medical tent', url: 'tel:+49000000002' },
      { name: 'Notruf / Emergency', url: 'tel:112' },
    ],
  },
  {
    title: 'Rund um den See / Around the lake',
    subtitle: 'Busse, Wetter, Badestellen',
    links: [
      { name: 'Karte / Map', url: 'geo:53.3,12.7' },
      { name: 'Busfahrplan / Bus times', url: 'https://bus.demo.example/kranichsee' },
    ],
  },
];

export interface DemoQuestion {
  readonly question: string;
  /** Blank lines separate paragraphs. */
  readonly answer: string;
}

export const demoFaq: readonly DemoQuestion[] = [
  {
    question: 'Gibt es WLAN? / Is there wifi?',
    answer:
      'Am Infopunkt und in der Großen Scheune: Netz „Kranichsee“, das Passwort hängt am Brett.\n\nAt the info point and in the Great Barn: network “Kranichsee”, the password is on the board.',
  },
  {
    question: 'Wo sind Toiletten und Duschen? / Where are toilets and showers?',
    answer:
      'Hinter dem Bootshaus und bei Dorf C, rund um die Uhr. Warmes Wasser von sechs bis zehn.\n\nBehind the boathouse and at village C, day and night. Hot water from six to ten.',
  },
  {
    question: 'Ab wann ist Ruhe? / When are quiet hours?',
    answer: 'Von elf Uhr abends bis sieben Uhr morgens. / From eleven at night to seven in the morning.',
  },
  {
    question: 'Ich habe etwas verloren. / I lost something.',
    answer: 'Fundsachen liegen am Infopunkt: https://fund.demo.example/kranichsee\n\nLost things wait at the info point.',
  },
];
