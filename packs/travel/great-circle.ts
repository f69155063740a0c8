/** A place on the globe, degrees north and east. */
export interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** Mean radius of the Earth. */
const EARTH_RADIUS_MILES = 3958.7613

/**
 * Miles between two places along the surface of a sphere:
 *
 *     d = 2 R asin √(sin²(Δφ/2) + cos φ₁ cos φ₂ sin²(Δλ/2))
 */
export function greatCircleMiles(from: Place, to: Place): number {
  const north = Math.sin(radians(to.latitude - from.latitude) / 2)
  const east = Math.sin(radians(to.longitude - from.longitude) / 2)
  const chord =
    north * north + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * east * east
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(chord)))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
