import { SegmentedControl } from '@mantine/core'
import { leastText, type CardText } from '@agremia/resources/card-template.ts'
import { ColourSetting } from './colour-setting.tsx'
import type { FieldsProps } from './element-panel.tsx'
import { MeasureInput } from './measure-input.tsx'
import classes from './panels.module.css'

const weights = { 400: 'Normal', 600: 'Negrito' }
const aligns = { left: 'Esquerda', center: 'Centro', right: 'Direita' }
const verticalAligns = { top: 'Em cima', middle: 'Ao meio', bottom: 'Em baixo' }

/** Size, lines, weight, alignment and colour of a text. */
export function LetterFields({ element, onSet }: FieldsProps<CardText>) {
  return (
    <>
      <div className={classes.pair}>
        <MeasureInput
          name="size"
          label="Tamanho"
          unit="pontos"
          value={element.size}
          min={leastText}
          max={60}
          onChange={(size) => onSet({ size })}
        />
        <MeasureInput
          name="maxLines"
          label="Linhas, no máximo"
          value={element.maxLines}
          min={1}
          max={12}
          whole
          onChange={(maxLines) => onSet({ maxLines })}
        />
      </div>
      <SegmentedControl
        aria-label="Peso da letra"
        fullWidth
        data={choicesOf(weights)}
        value={String(element.weight)}
        onChange={(weight) => onSet({ weight: weight === '600' ? 600 : 400 })}
      />
      <SegmentedControl
        aria-label="Alinhamento do texto"
        fullWidth
        data={choicesOf(aligns)}
        value={element.align}
        onChange={(align) => onSet({ align: align as CardText['align'] })}
      />
      <SegmentedControl
        aria-label="Posição do texto na altura"
        fullWidth
        data={choicesOf(verticalAligns)}
        value={element.stand ?? 'top'}
        onChange={(stand) => onSet({ stand: stand as keyof typeof verticalAligns })}
      />
      <ColourSetting
        name="colour"
        label="Cor"
        value={element.colour}
        onChange={(colour) => onSet({ colour })}
      />
    </>
  )
}

function choicesOf(words: Record<string, string>) {
  return Object.entries(words).map(([value, label]) => ({ value, label }))
}
