import { InputNumber, type InputNumberProps } from 'antd'

/**
 * A field for a number. Whatever number is typed stays and is the form's value, and the rule of its field says what is wrong with it. With the
 * limits of the library it would become the nearest possible number when the field is left, so a press in that instant sends one that nobody
 * has typed.
 */
export const NumberInput = (props: Omit<InputNumberProps<number>, 'min' | 'max' | 'precision'>) => <InputNumber<number> {...props} />
