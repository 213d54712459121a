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
import { useDrag, type DragControls } from './use-drag.ts'
import classes from './card-editor.module.css'

interface DrawnCard {
  front: string
  back: string
  values: CardValues
}

/** Debounce of the preview in milliseconds: short, so that it follows while drawing. */
const previewDelay = 120

/** Toolbar and canvas, with the panels of the chosen elements beside them. */
export function EditorWorkspace({ form }: { form: FormControls }) {
  const controls = useDrawing(form)
  const [view, setView] = useState<View>({ zoom: 1, hasGrid: false })
  const [reader, setReader] = useState<Values>({})
  const { orientation, front, back } = controls.drawing
  const drawing = { orientation, front, back, memberId: reader.memberId ?? null }
  const preview = usePreview<DrawnCard, typeof drawing>('card_templates/preview', drawing, previewDelay)
  const variables = useVariables(preview.data?.values)
  const canvas = useRef<HTMLFieldSetElement>(null)
  const drag = useDrag(controls, canvas)
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
          drag={drag}
          {...view}
        />
        {preview.problem !== undefined && <output>{preview.problem}</output>}
        <SeenWith id="card-member" reader={reader} onChange={setReader} />
      </div>
      <div className={classes.panels}>
        {controls.chosen.length > 0 && <ArrangePanel controls={controls} />}
        {controls.chosen.length === 1 && only !== undefined && (
          <ElementPanel controls={withDraggedPlaces(controls, drag)} index={only} variables={variables} />
        )}
        {controls.chosen.length === 0 && <SidePanel controls={controls} />}
        <LayersPanel controls={controls} />
        <TemplatePanel form={form} controls={controls} />
      </div>
    </div>
  )
}

/** The controls with the present places of the elements being dragged, so that the panel shows them. */
function withDraggedPlaces(controls: DrawingControls, { dragged }: DragControls): DrawingControls {
  return dragged
    ? { ...controls, side: placeElements(controls.side, dragged.chosen, dragged.places) }
    : controls
}

/** The variables of texts, with their values on the card in the preview. */
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
