import { SegmentedControl, Textarea } from '@mantine/core'
import {
  type CardElement,
  type CardText,
  findPrintProblem,
  minFontSize,
  maxTextLength,
} from '@agremia/resources/card-template.ts'
import { Card } from '../../ui/with-side.tsx'
import { InsertVariable } from '../../ui/rich-text/insert-variable.tsx'
import { useInsertVariable } from '../../ui/rich-text/use-insert-variable.ts'
import type { Variable } from '../../ui/rich-text/insert-variable.tsx'
import { ImageQuality } from './card-images.tsx'
import { ColourSetting, MeasureInput } from './setting-inputs.tsx'
import { changeElements, elementName, kindNames } from './elements.ts'
import { textInputId } from './use-canvas-keys.ts'
import type { DrawingControls } from './use-drawing.ts'
import classes from './panels.module.css'

interface ElementPanelProps {
  controls: DrawingControls
  index: number
  variables: readonly Variable[]
}

/** Inputs for all properties of the chosen element. */
export function ElementPanel({ controls, index, variables }: ElementPanelProps) {
  const element = controls.side.elements[index]
  if (!element) return null
  const problem = findPrintProblem(element, controls.area)
  const set = (part: Partial<CardElement>) =>
    controls.change(
      changeElements(controls.side, [index], (before) => ({ ...before, ...part }) as CardElement),
      { mergeKey: `${Object.keys(part).join(' ')} ${index}` },
    )
  return (
    <Card title={kindNames[element.kind]}>
      <div className={classes.fields} key={`${controls.name} ${index}`}>
        {problem !== undefined && (
          <output className={classes.problem}>
            {elementName(controls.side, index)}: {problem}
          </output>
        )}
        {element.kind === 'text' && (
          <TextSetting text={element.text} variables={variables} onChange={(text) => set({ text })} />
        )}
        {element.kind === 'image' && <ImageQuality imageId={element.imageId} place={element} />}
        <PlaceFields element={element} onSet={set} />
        {element.kind === 'text' && <LetterFields element={element} onSet={set} />}
        {element.kind === 'box' && (
          <>
            <ColourSetting
              name="colour"
              label="Cor"
              value={element.colour}
              onChange={(colour) => set({ colour })}
            />
            <MeasureInput
              name="radius"
              label="Raio dos cantos"
              unit="mm"
              value={element.radius}
              min={0}
              max={30}
              onChange={(radius) => set({ radius })}
            />
          </>
        )}
      </div>
    </Card>
  )
}

interface FieldsProps<Element> {
  element: Element
  onSet: (part: Partial<CardElement>) => void
}

function PlaceFields({ element, onSet }: FieldsProps<CardElement>) {
  const shared = { unit: 'mm', min: -120, max: 120 }
  return (
    <div className={classes.pair}>
      <MeasureInput
        name="x"
        label="Da esquerda"
        value={element.x}
        {...shared}
        onChange={(x) => onSet({ x })}
      />
      <MeasureInput name="y" label="De cima" value={element.y} {...shared} onChange={(y) => onSet({ y })} />
      <MeasureInput
        name="w"
        label="Largura"
        value={element.w}
        {...shared}
        min={0.5}
        onChange={(w) => onSet({ w })}
      />
      <MeasureInput
        name="h"
        label="Altura"
        value={element.h}
        {...shared}
        min={0.5}
        onChange={(h) => onSet({ h })}
      />
    </div>
  )
}

const weights = { 400: 'Normal', 600: 'Negrito' }
const aligns = { left: 'Esquerda', center: 'Centro', right: 'Direita' }
const verticalAligns = { top: 'Em cima', middle: 'Ao meio', bottom: 'Em baixo' }

/** Size, lines, weight, alignment and colour of a text. */
function LetterFields({ element, onSet }: FieldsProps<CardText>) {
  return (
    <>
      <div className={classes.pair}>
        <MeasureInput
          name="size"
          label="Tamanho"
          unit="pontos"
          value={element.size}
          min={minFontSize}
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

interface TextSettingProps {
  text: string
  variables: readonly Variable[]
  onChange: (text: string) => void
}

/** Input for a text element, with a menu of variables. */
function TextSetting({ text, variables, onChange }: TextSettingProps) {
  const { box, insert } = useInsertVariable(text, onChange)
  return (
    <div className={classes.text}>
      <Textarea
        ref={box}
        id={textInputId}
        label="O que diz"
        value={text}
        maxLength={maxTextLength}
        autosize
        minRows={1}
        maxRows={6}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={classes.insert}>
        <InsertVariable variables={variables} onInsert={insert} label="Inserir dado no texto" />
      </div>
    </div>
  )
}
