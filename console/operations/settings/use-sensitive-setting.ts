import { invalidatedBySensitiveChange } from '#console/people/sensitive-changes/sensitive-changes-api.ts'
import { useShowSensitiveChangeResult } from '#console/people/sensitive-changes/use-show-change-result.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { settingApi } from './settings-api.ts'

/** A call that sets a group which moves money, and the notice after it was applied or waits. */
export function useSetSensitiveSetting<Input>(call: (input: Input) => ReturnType<typeof settingApi.setBank>) {
  const done = useShowSensitiveChangeResult('已保存')
  return useApiMutation(call, { invalidates: invalidatedBySensitiveChange, onSuccess: done })
}
