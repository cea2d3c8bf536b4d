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
