/** A long post of 1,500 characters. */
export const rallyStory = `Für alle, die unsere Gruppe bei der Rallye vermisst haben, hier die ganze Geschichte:

Station eins und zwei: ein Kinderspiel! Bei Station drei sollten wir einen Baum finden, der „älter ist als das Dorf und jünger als der See“. Wir haben uns für die Eiche am Wegesrand entschieden, alle anderen für die Linde am Tor. Unter unserer Eiche lag tatsächlich ein Zettel. Leider war es kein Rallyezettel, sondern ein Einkaufszettel, vermutlich aus dem letzten Jahr: Milch, Schrauben, Senf.

Wir wussten das aber nicht. Wir dachten, es sei das nächste Rätsel. Also hat Tariq ausgerechnet, dass die Anfangsbuchstaben „MSS“ ergeben, und Clara war überzeugt, das heiße „Mitte Süd Steg“. Am Steg saß ein Angler, den wir für eine Station hielten. Er hat sehr freundlich mitgespielt und uns eine Frage über Hechte gestellt. Wir haben sie falsch beantwortet, und er hat uns zum Bootshaus geschickt, „zum Nachdenken“.

Dort stand Finn und hat gefragt, warum wir nicht beim Abendessen sind. Wir waren drei Stunden unterwegs, hatten mehr Stationen gefunden als alle anderen, und nur zwei davon waren echt. Am Ende gab es Applaus, kalte Nudeln und den Sonderpreis für Fantasie: einen Becher Senf.

Danke an Tariq, Clara, Jan und Rosa, mit niemandem verlaufe ich mich lieber. Und falls der Angler das hier liest: Wir haben nachgesehen. Hechte haben bis zu siebenhundert Zähne.

PS: Die Schrauben haben wir später auch noch gefunden. Drei davon halten jetzt den Pavillon von Luca zusammen, die übrige haben wir verliehen!`;
