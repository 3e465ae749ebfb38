/** A small fuel truck: lengths along x from the front bumper; the tank is behind the cab. */
export const TRUCK_DIMENSIONS = {
  length: 6600,
  width: 2150,
  axles: [1130, 4830] as const,
  tyre: 410,
  frame: 780,
  tank: { from: 2180, to: 5640, wide: 2080, high: 1330, bottom: 960 },
  cabinet: { from: 5680, to: 6560 },
}
