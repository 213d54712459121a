import { Group, Radio } from '@mantine/core'
import type { FieldInputProps } from './field-face.ts'
import { fieldFrame } from './field-frame.tsx'

export default function RadioInput(props: FieldInputProps) {
  const { field, value, onChange, onBlur } = props
  return (
    <Radio.Group
      {...fieldFrame(props)}
      // The group has no role that allows `aria-required`; the label shows the required mark.
      aria-required={undefined}
      value={typeof value === 'string' ? value : null}
      onChange={(chosen) => onChange(chosen)}
      onBlur={onBlur}
    >
      <Group gap="lg" mih="2.25rem">
        {field.options?.map((option) => (
          <Radio key={option.value} value={option.value} label={option.label} />
        ))}
      </Group>
    </Radio.Group>
  )
}
