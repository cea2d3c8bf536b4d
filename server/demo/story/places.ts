export interface Place {
  readonly locationName: string;
  readonly locationUrl: string | null;
  readonly locationAddress: string | null;
}

const campAddress = 'Camp Kranichsee, Seeweg 4, Kranichsee';

export const placeOnMap = (
  locationName: string,
  latitude: number,
  longitude: number,
  locationAddress: string | null = campAddress,
): Place => ({
  locationName,
  locationUrl: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`,
  locationAddress,
});

/** A geo URI (RFC 5870), which opens the map app of a phone. */
const inWoods = (locationName: string, latitude: number, longitude: number): Place => ({
  locationName,
  locationUrl: `geo:${latitude},${longitude}`,
  locationAddress: null,
});

export const gate = placeOnMap('Eingangstor', 53.3381, 12.7712);
export const barn = placeOnMap('Große Scheune', 53.3386, 12.7724);
export const diningTent = placeOnMap('Küchenzelt', 53.3388, 12.7718);
export const meadow = placeOnMap('Sportwiese', 53.3393, 12.7731);
export const campfire = placeOnMap('Lagerfeuerplatz', 53.3397, 12.7739);
export const jetty = placeOnMap('Badesteg', 53.3402, 12.7745);
export const boathouse = placeOnMap('Bootshaus', 53.3404, 12.7752);
export const workshopTent = placeOnMap('Werkstattzelt', 53.3389, 12.7727);
export const infoPoint = placeOnMap('Info-Punkt', 53.3384, 12.7715);
export const station = placeOnMap('Bahnhof Kranichsee', 53.3312, 12.7498, 'Bahnhofstraße 1, Kranichsee');
export const hill = inWoods('Mühlenberg', 53.3451, 12.7816);
export const forestEdge = inWoods('Waldrand hinter Dorf C', 53.3378, 12.7746);
export const tentVillages: Place = { locationName: 'Zeltdörfer A, B und C', locationUrl: null, locationAddress: campAddress };
