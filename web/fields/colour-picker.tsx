import { ColorPicker } from '@mantine/core'
import classes from './colour-picker.module.css'

interface Props {
  value: string
  onChange: (value: string) => void
}

const swatches = ['#1C457C', '#2F6BB8', '#8AB0DE', '#2F8F5B', '#C98222', '#B3342E', '#7A5BB0', '#6A6E75']

/** The colour picker, loaded on demand. */
export default function ColourPicker({ value, onChange }: Props) {
  return (
    <ColorPicker
      format="hex"
      value={value}
      onChange={(chosen) => onChange(chosen.toUpperCase())}
      swatches={swatches}
      swatchesPerRow={8}
      classNames={{ swatch: classes.swatch }}
      saturationLabel="Saturação"
      hueLabel="Matiz"
    />
  )
}
