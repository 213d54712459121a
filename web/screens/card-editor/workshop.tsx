import { useMemo, useState } from 'react'
import { cardVariables, type CardValues } from '@agremia/resources/card-template.ts'
import type { Values } from '../../fields/index.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import type { Variable } from '../../ui/rich-text/variable.ts'
import { usePreview } from '../messages/use-preview.ts'
import { ArrangePanel } from './arrange-panel.tsx'
import { Canvas } from './canvas.tsx'
import { EditorBar, type View } from './editor-bar.tsx'
import { ElementPanel } from './element-panel.tsx'
import { LayersPanel } from './layers-panel.tsx'
import { SeenWith } from '../members/seen-with.tsx'
import { SidePanel } from './side-panel.tsx'
import { TemplatePanel } from './template-panel.tsx'
import { useDrawing } from './use-drawing.ts'
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
  const preview = usePreview<DrawnCard>('card_templates/preview', asked, drawingPause)
  const variables = useVariables(preview.data?.values)
  const [only] = controls.chosen
  return (
    <div className={classes.workshop} data-workshop>
      <div className={classes.drawing}>
        <EditorBar controls={controls} view={view} onView={setView} />
        <Canvas controls={controls} picture={preview.data?.[controls.name]} {...view} />
        {preview.problem !== undefined && <output>{preview.problem}</output>}
        <SeenWith id="card-member" reader={reader} onChange={setReader} />
      </div>
      <div className={classes.panels}>
        {controls.chosen.length > 0 && <ArrangePanel controls={controls} />}
        {controls.chosen.length === 1 && only !== undefined && (
          <ElementPanel controls={controls} index={only} variables={variables} />
        )}
        {controls.chosen.length === 0 && <SidePanel controls={controls} />}
        <LayersPanel controls={controls} />
        <TemplatePanel form={form} controls={controls} />
      </div>
    </div>
  )
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
