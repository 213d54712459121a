import { findPrintProblem, type CardElement } from '@agremia/resources/card-template.ts'
import { Card } from '../../ui/card.tsx'
import type { Variable } from '../../ui/rich-text/variable.ts'
import { ColourSetting } from './colour-setting.tsx'
import { elementName, kindNames } from './element-words.ts'
import { ImageQuality } from './image-quality.tsx'
import { LetterFields } from './letter-fields.tsx'
import { MeasureInput } from './measure-input.tsx'
import { changeElements } from './sides.ts'
import { TextSetting } from './text-setting.tsx'
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

export interface FieldsProps<Element> {
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
