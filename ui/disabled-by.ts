/** The properties of a control that a reason disables; the reason is its title. `also`: it is disabled anyway, without this reason. */
export const toDisabledProps = (reason: string | undefined, also = false): { disabled: boolean; title: string | undefined } => ({
  disabled: also || reason !== undefined,
  title: reason,
})
