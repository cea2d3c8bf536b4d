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

/** A long post of 1,500 characters. */
const rallyStory = `Für alle, die unsere Gruppe bei der Rallye vermisst haben, hier die ganze Geschichte:

Station eins und zwei: ein Kinderspiel! Bei Station drei sollten wir einen Baum finden, der „älter ist als das Dorf und jünger als der See“. Wir haben uns für die Eiche am Wegesrand entschieden, alle anderen für die Linde am Tor. Unter unserer Eiche lag tatsächlich ein Zettel. Leider war es kein Rallyezettel, sondern ein Einkaufszettel, vermutlich aus dem letzten Jahr: Milch, Schrauben, Senf.

Wir wussten das aber nicht. Wir dachten, es sei das nächste Rätsel. Also hat Tariq ausgerechnet, dass die Anfangsbuchstaben „MSS“ ergeben, und Clara war überzeugt, das heiße „Mitte Süd Steg“. Am Steg saß ein Angler, den wir für eine Station hielten. Er hat sehr freundlich mitgespielt und uns eine Frage über Hechte gestellt. Wir haben sie falsch beantwortet, und er hat uns zum Bootshaus geschickt, „zum Nachdenken“.

Dort stand Finn und hat gefragt, warum wir nicht beim Abendessen sind. Wir waren drei Stunden unterwegs, hatten mehr Stationen gefunden als alle anderen, und nur zwei davon waren echt. Am Ende gab es Applaus, kalte Nudeln und den Sonderpreis für Fantasie: einen Becher Senf.

Danke an Tariq, Clara, Jan und Rosa, mit niemandem verlaufe ich mich lieber. Und falls der Angler das hier liest: Wir haben nachgesehen. Hechte haben bis zu siebenhundert Zähne.

PS: Die Schrauben haben wir später auch noch gefunden. Drei davon halten jetzt den Pavillon von Luca zusammen, die übrige haben wir verliehen!`;

/** Posts written at the camp, oldest first, plausible at any hour of the day. */
export const postsAtCamp: readonly DemoPost[] = [
  { by: 'hanna', content: 'Village B is almost full. C still has flat spots next to the birches.' },
  {
    id: 'tent',
    by: 'tariq',
    content: 'To whoever helped me with the poles: thank you. My tent has never looked so much like a tent ⛺',
  },
  {
    by: 'luca',
    replyTo: 'tent',
    content: 'Gerne! Die blaue Stange gehört übrigens zu unserem Pavillon. Behalt sie, bis er umfällt.',
  },
  { id: 'water', by: 'aylin', content: 'Wo gibt es Trinkwasser?' },
  { by: 'finn', replyTo: 'water', content: 'Zwei Hähne: hinter der Küche und am Waschhaus.' },
  { id: 'lake', by: 'ben', content: 'Das Wasser hat 19 Grad. Gefühlt 4.' },
  { by: 'emil', replyTo: 'lake', content: 'For a Dane this is a hot tub.' },
  { id: 'bottle', by: 'irina', content: 'Lost: green water bottle with a whale sticker, somewhere between boathouse and barn.' },
  { by: 'leyla', replyTo: 'bottle', content: 'Found one next to the canoes and took it to the info point 🐋' },
  { by: 'irina', replyTo: 'bottle', content: 'You are the best!!' },
  { id: 'snoring', by: 'tess', content: 'Dear snoring person in village A: we love you, but please point the tent towards the forest 😂' },
  { by: 'oskar', replyTo: 'snoring', content: 'I regret nothing.' },
  { by: 'priya', replyTo: 'snoring', content: 'Free earplugs at the info point. Ask me how I know.' },
  {
    id: 'wifi',
    by: 'admin',
    content:
      'Das WLAN reicht nur bis zur Scheune. Schreibt hier ruhig auch ohne Netz: Es wird verschickt, sobald ihr wieder Empfang habt.\n\nNo signal at the lake? Write anyway, it goes out when you are back.',
  },
  { by: 'mateo', replyTo: 'wifi', content: 'So that is how my message from the middle of the lake made it. Respect.' },
  { id: 'choir', by: 'amara', content: 'The choir needs basses! Right now we are eleven sopranos and one very brave Tim.' },
  { by: 'tim', replyTo: 'choir', content: 'Hilfe.' },
  { by: 'jan', replyTo: 'choir', content: 'I can hum quite low. Does that count?' },
  {
    by: 'orga',
    content: 'Kurze Bitte: rund um den Steg keine Glasflaschen. Barfuß laufen soll hier weiter Spaß machen. Danke! 🙏',
  },
  { id: 'kitchen', by: 'mila', content: 'Wer tauscht Frühstücksdienst gegen Abendspülen?' },
  { by: 'paul', replyTo: 'kitchen', content: 'Ich! Morgens bin ich sowieso wach, dank Oskar.' },
  { id: 'string', by: 'luca', content: 'Gitarre sucht E-Saite. Oder jemanden, der fünfsaitig singen kann.' },
  { by: 'zofia', replyTo: 'string', content: 'Ich habe welche dabei, Dorf C, das Zelt mit den Wimpeln.' },
  { by: 'tim', content: 'Wespe in der Limo. Trinkt langsam, Leute.' },
  { id: 'volleyball', by: 'noah', content: 'Unserem Team „Netzfehler“ fehlt noch eine Person. Können ist zweitrangig.' },
  { by: 'yuki', replyTo: 'volleyball', content: 'I play. Badly, but with joy.' },
  { by: 'noah', replyTo: 'volleyball', content: 'Perfekt, du bist Kapitänin.' },
  {
    by: 'finn',
    content: 'Canoe people: closed shoes, a hat, and no phone that you want to see again. The bends after the reeds are fun.',
  },
  { by: 'zofia', content: 'Ein Eisvogel! Direkt am Bootshaus, ganz blau, und weg war er.' },
  {
    by: 'irina',
    content: 'The first-aid tent has sun cream for everybody. Please use it, half of village B is already pink.',
  },
  { by: 'mila', content: 'Wer hat den Kranich an die Tafel gemalt? Der ist großartig!' },
  { by: 'giulia', content: 'I helped cook pasta for two hundred people. My nonna would be proud, and also horrified.' },
  { id: 'soup', by: 'rosa', content: 'The soup! Who made the soup? I need the recipe.' },
  { by: 'giulia', replyTo: 'soup', content: 'Secret. (Lentils, lemon, far too much cumin.)' },
  { by: 'lena', content: rallyStory },
  { by: 'clara', content: '😴' },
  { by: 'hanna', content: 'Does anybody have a spare pair of size 42 wellies? The meadow behind the barn is wetter than it looks.' },
  { by: 'aylin', content: 'Im Tauschregal steht ein Kochbuch nur über Knödel. Ich sage das ganz ohne Hintergedanken.' },
  {
    by: 'anna',
    content: 'Der Sternenhimmel hier ist unfassbar. Zu Hause habe ich noch nie die Milchstraße gesehen ✨',
  },
  { by: 'sam', replyTo: 'torch', content: 'Emil’s torch is better than my torch. I am keeping Emil.' },
  { by: 'tess', content: 'Tea and cards in the barn, everybody is welcome. We are the loud table.' },
  { by: 'leyla', content: 'Can we please have the waffle stand again? Asking for everyone 🧇' },
  { id: 'stage', by: 'anna', content: 'Kann jemand beim Aufbau der Bühne helfen? Zwei Paar Hände reichen.' },
  { by: 'ben', replyTo: 'stage', content: 'On my way!' },
];
