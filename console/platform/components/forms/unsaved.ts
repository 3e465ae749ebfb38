type Fields = Record<string, unknown>

const isEmpty = (value: unknown): boolean => value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Whether a form's values differ from the initial ones. An empty field equals an untouched one. */
export function isFormChanged(was: unknown, is: unknown): boolean {
  if (isFields(was) || isFields(is)) {
    const [before, now] = [isFields(was) ? was : {}, isFields(is) ? is : {}]
    return Object.keys({ ...before, ...now }).some((name) => isFormChanged(before[name], now[name]))
  }
  return isEmpty(was) ? !isEmpty(is) : was !== is
}
