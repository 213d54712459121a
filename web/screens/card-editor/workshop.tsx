import { useMemo, useRef, useState } from 'react'
import { cardVariables, type CardValues } from '@agremia/resources/card-template.ts'
import type { Values } from '../../fields/index.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import type { Variable } from '../../ui/rich-text/variable.ts'
import { usePreview } from '../../resource/preview/use-preview.ts'
import { ArrangePanel } from './arrange-panel.tsx'
import { Canvas } from './canvas.tsx'
import { EditorBar, type View } from './editor-bar.tsx'
import { ElementPanel } from './element-panel.tsx'
import { LayersPanel } from './layers-panel.tsx'
import { SeenWith } from '../member-parts/index.ts'
import { SidePanel } from './side-panel.tsx'
import { TemplatePanel } from './template-panel.tsx'
import { placeElements } from './sides.ts'
import { useDrawing, type DrawingControls } from './use-drawing.ts'
import { usePull, type PullControls } from './use-pull.ts'
import classes from './card-editor.module.css'

interface DrawnCard {
  front: string
  back: string
  values: CardValues
}

/** Soon enough to see while drawing, late enough not to ask at each millimetre. */
const drawingPause = 120

/** The card in the middle, what can be done above, and everything of what is chosen beside it. */
export function Workshop({ form }: { form: FormControls }) {
  const controls = useDrawing(form)
  const [view, setView] = useState<View>({ zoom: 1, hasGrid: false })
  const [reader, setReader] = useState<Values>({})
  const { orientation, front, back } = controls.drawing
  const asked = { orientation, front, back, memberId: reader.memberId ?? null }
  const preview = usePreview<DrawnCard, typeof asked>('card_templates/preview', asked, drawingPause)
  const variables = useVariables(preview.data?.values)
  const canvas = useRef<HTMLFieldSetElement>(null)
  const pull = usePull(controls, canvas)
  const [only] = controls.chosen
  return (
    <div className={classes.workshop} data-workshop>
      <div className={classes.drawing}>
        <EditorBar controls={controls} view={view} onView={setView} />
        <Canvas
          controls={controls}
          picture={preview.data?.[controls.name]}
          drawn={preview.of?.[controls.name]}
          canvas={canvas}
          pull={pull}
          {...view}
        />
        {preview.problem !== undefined && <output>{preview.problem}</output>}
        <SeenWith id="card-member" reader={reader} onChange={setReader} />
      </div>
      <div className={classes.panels}>
        {controls.chosen.length > 0 && <ArrangePanel controls={controls} />}
        {controls.chosen.length === 1 && only !== undefined && (
          <ElementPanel controls={seenNow(controls, pull)} index={only} variables={variables} />
        )}
        {controls.chosen.length === 0 && <SidePanel controls={controls} />}
        <LayersPanel controls={controls} />
        <TemplatePanel form={form} controls={controls} />
      </div>
    </div>
  )
}

/** The drawing with what is being pulled where it is now. */
function seenNow(controls: DrawingControls, { pulled }: PullControls): DrawingControls {
  return pulled ? { ...controls, side: placeElements(controls.side, pulled.chosen, pulled.places) } : controls
}

/** What the words may name, each with what it says on the card that is seen. */
function useVariables(values: CardValues | undefined): Variable[] {
  return useMemo(
    () =>
      Object.entries(cardVariables).map(([code, label]) => ({
        code,
        label,
        sample: values?.[code as keyof CardValues] ?? '',
      })),
    [values],
  )
}
