import { Checkbox } from 'antd'
import { useState } from 'react'
import { areShortcutKeysOn, setShortcutKeysOn } from './page-keys.ts'

/** Turns the keys of the console on and off on this device. */
export function ShortcutKeysSwitch() {
  const [on, setOn] = useState(areShortcutKeysOn)
  return (
    <Checkbox
      checked={on}
      onChange={({ target }) => {
        setShortcutKeysOn(target.checked)
        setOn(target.checked)
      }}
    >
      在这台设备上使用单键快捷键（/、J、K、?、各按钮的字母）
    </Checkbox>
  )
}
