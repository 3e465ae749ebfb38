import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { keepLastCarrier, readLastCarrier } from '#console/orders/parcels/last-carrier.ts'
import { invalidatedByParcel } from '#console/orders/parcels/parcels-api.ts'
import { playBeep } from '#console/platform/components/scanner/beep.ts'
import type { Wave, WavePacking } from '#contract/orders/waves/shapes.ts'
import { type PackingDeskServices, PackingDeskStore, type SavedOpenParcel } from './packing-store.ts'
import { invalidatedByWave, waveApi } from './waves-api.ts'

const WEIGHING_KEY = 'packing-weighing'

const Box: z.ZodMiniType<SavedOpenParcel> = z.object({
  orderNo: z.string(),
  counted: z.record(z.string(), z.int()),
  short: z.boolean(),
  // A box that the release before has kept has none.
  chosen: z._default(z.record(z.string(), z.string()), {}),
  weight: z.optional(z.object({ grams: z.int(), state: z.enum(['fits', 'unknown', 'differs', 'confirmed']) })),
})

/** Keeps the open box of a wave and a person on this device. What cannot be read is no box. */
function createBoxMemory(key: string): Pick<PackingDeskServices, 'keepBox' | 'readBox'> {
  return {
    keepBox: (box) => (box ? localStorage.setItem(key, JSON.stringify(box)) : localStorage.removeItem(key)),
    readBox: () => {
      try {
        const found = Box.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'))
        return found.success ? found.data : undefined
      } catch {
        return undefined
      }
    },
  }
}

interface Source {
  wave: Wave
  /** Who packs: each person finds his own open box again. */
  person: string
  packing: WavePacking
  /** Reads the wave again after a refusal: the order has changed. */
  refetch: () => void
}

/** The desk of a wave. It begins with the carrier of the wave, or with the last one that was used on this device. */
export function usePackingDesk({ wave: { id, carrier }, person, packing, refetch }: Source): PackingDeskStore {
  const queries = useQueryClient()
  const [store] = useState(() => {
    const outside = {
      ship: (shipment: Parameters<ConstructorParameters<typeof PackingDeskStore>[0]['ship']>[0]) => waveApi.ship({ ...shipment, id }),
      beep: playBeep,
      refetch,
      keepWeighing: (on: boolean) => localStorage.setItem(WEIGHING_KEY, on ? '1' : ''),
      keepCarrier: keepLastCarrier,
      ...createBoxMemory(`packing-box ${person} ${id}`),
    }
    return new PackingDeskStore(outside, {
      ...packing,
      carrier: carrier || readLastCarrier(),
      isWeighing: localStorage.getItem(WEIGHING_KEY) === '1',
    })
  })
  const { orders, lying, weightTolerance } = packing
  useEffect(() => store.take({ orders, lying, weightTolerance }), [store, orders, lying, weightTolerance])
  // Lists that were read before show the shipments once the desk is left.
  useEffect(
    () => () => {
      for (const queryKey of [...invalidatedByWave, ...invalidatedByParcel]) void queries.invalidateQueries({ queryKey: [...queryKey] })
    },
    [queries],
  )
  return store
}

export const usePackingDeskView = (store: PackingDeskStore) => useSyncExternalStore(store.subscribe, store.read)
