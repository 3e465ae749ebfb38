import { useEffect, useState } from 'react'

/** The case whose link was pressed, until its screen is there. It is not in the address: whoever opens an address claims nothing. */
let pressed: string | undefined

/** Says that the screen which opens next shall claim this case. */
export function markCaseToClaimOnOpen(id: string): void {
  pressed = id
}

/** Whether this case was opened to work on it, by its link in the list or as the next of a queue; and a function that claims it later. */
export function useCaseClaim(id: string): [claimed: boolean, claim: () => void] {
  const [claimed, setClaimed] = useState(() => pressed === id)
  useEffect(() => {
    pressed = undefined
  }, [])
  return [claimed, () => setClaimed(true)]
}
