import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { invalidatedByParcel } from '#console/orders/parcels/parcels-api.ts'
import type { Wave, WavePackingOrder } from '#contract/orders/waves/shapes.ts'
import { beep } from './beep.ts'
import { PackingStore } from './packing-store.ts'
import { invalidatedByWave, waveApi } from './waves-api.ts'

const CARRIER_KEY = 'packing-carrier'

interface Source {
  wave: Wave
  orders: readonly WavePackingOrder[]
  /** Reads the wave again after a refusal: the order has changed. */
  refetch: () => void
}

/** The desk of a wave. It begins with the carrier of the wave, or with the last one that was used on this device. */
export function usePackingDesk({ wave: { id, carrier }, orders, refetch }: Source): PackingStore {
  const queries = useQueryClient()
  const [store] = useState(() => {
    const outside = {
      ship: (shipment: Parameters<ConstructorParameters<typeof PackingStore>[0]['ship']>[0]) => waveApi.ship({ ...shipment, id }),
      beep,
      refetch,
      keepCarrier: (used: string) => localStorage.setItem(CARRIER_KEY, used),
    }
    return new PackingStore(outside, { orders, carrier: carrier || (localStorage.getItem(CARRIER_KEY) ?? '') })
  })
  useEffect(() => store.take(orders), [store, orders])
  // Lists that were read before show the shipments once the desk is left.
  useEffect(
    () => () => {
      for (const queryKey of [...invalidatedByWave, ...invalidatedByParcel]) void queries.invalidateQueries({ queryKey: [...queryKey] })
    },
    [queries],
  )
  return store
}

export const usePackingView = (store: PackingStore) => useSyncExternalStore(store.subscribe, store.read)
