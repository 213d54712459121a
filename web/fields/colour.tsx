import { ColorSwatch, Group } from '@mantine/core'
import type { FieldCellProps, FieldFace } from './field-face.ts'
import { CellText, Nothing } from './text-cell.tsx'
import { plainText } from './texts.ts'

export const colour: FieldFace = { Cell: ColourCell, toText: plainText, width: 8 }

function ColourCell({ value }: FieldCellProps) {
  const text = plainText(value)
  if (text === '') return <Nothing />
  return (
    <Group gap="xs" wrap="nowrap">
      <ColorSwatch color={shownColour(text)} size="1rem" />
      <CellText>{text}</CellText>
    </Group>
  )
}

export function shownColour(value: unknown): string {
  return typeof value === 'string' && /^#[0-9A-Fa-f]{6}$/.test(value) ? value : 'transparent'
}
