import { ActionIcon, UnstyledButton } from '@mantine/core'
import {
  type Icon,
  IconBarcode,
  IconBuilding,
  IconCopy,
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconLayoutDistributeHorizontal,
  IconLayoutDistributeVertical,
  IconLetterT,
  IconPhoto,
  IconQrcode,
  IconSquare,
  IconStackBack,
  IconStackBackward,
  IconStackForward,
  IconStackFront,
  IconTrash,
  IconUserSquare,
} from '@tabler/icons-react'
import { type CardPlace, findPrintProblem, mayReachEdge } from '@agremia/resources/card-template.ts'
import { Card } from '../../ui/with-side.tsx'
import { type ElementKind, elementName, elementsAt, type Order, placeElements } from './elements.ts'
import { aligned, type Alignment, type Axis, boundsOf, distributed } from './geometry.ts'
import { duplicateChosen, removeChosen, reorderChosen } from './use-canvas-keys.ts'
import type { DrawingControls } from './use-drawing.ts'
import classes from './panels.module.css'

const alignments: Record<Alignment, [string, Icon]> = {
  left: ['Alinhar à esquerda', IconLayoutAlignLeft],
  center: ['Centrar na largura', IconLayoutAlignCenter],
  right: ['Alinhar à direita', IconLayoutAlignRight],
  top: ['Alinhar em cima', IconLayoutAlignTop],
  middle: ['Centrar na altura', IconLayoutAlignMiddle],
  bottom: ['Alinhar em baixo', IconLayoutAlignBottom],
}
const distributions: Record<Axis, [string, Icon]> = {
  x: ['Distribuir na largura', IconLayoutDistributeVertical],
  y: ['Distribuir na altura', IconLayoutDistributeHorizontal],
}
const orders: Record<Order, [string, Icon]> = {
  top: ['Trazer para a frente', IconStackFront],
  up: ['Um para a frente', IconStackForward],
  down: ['Um para trás', IconStackBackward],
  bottom: ['Enviar para trás', IconStackBack],
}

/** Aligns, distributes, reorders, duplicates and deletes the chosen elements. */
export function ArrangePanel({ controls }: { controls: DrawingControls }) {
  const { side, chosen } = controls
  const places = elementsAt(side, chosen)
  const put = (next: CardPlace[]) => controls.change(placeElements(side, chosen, next))
  return (
    <Card title={chosen.length === 1 ? 'Posição' : `${chosen.length} elementos`}>
      <div className={classes.fields}>
        <div className={classes.buttons}>
          {Object.entries(alignments).map(([how, [label, Picture]]) => (
            <Tool
              key={how}
              label={label}
              icon={Picture}
              onClick={() => put(aligned(places, how as Alignment, frameOf(controls)))}
            />
          ))}
          {chosen.length > 2 &&
            Object.entries(distributions).map(([axis, [label, Picture]]) => (
              <Tool
                key={axis}
                label={label}
                icon={Picture}
                onClick={() => put(distributed(places, axis as Axis))}
              />
            ))}
        </div>
        <div className={classes.buttons}>
          {Object.entries(orders).map(([order, [label, Picture]]) => (
            <Tool
              key={order}
              label={label}
              icon={Picture}
              onClick={() => reorderChosen(controls, order as Order)}
            />
          ))}
          <Tool label="Duplicar" icon={IconCopy} onClick={() => duplicateChosen(controls)} />
          <Tool label="Eliminar" icon={IconTrash} onClick={() => removeChosen(controls)} />
        </div>
      </div>
    </Card>
  )
}

/** What elements are aligned with: each other if several, else the safe area, or the card's edges for boxes and images. */
function frameOf({ side, chosen, size, area }: DrawingControls): CardPlace {
  const elements = elementsAt(side, chosen)
  const margin = elements.every(mayReachEdge) ? 0 : area.safe
  const card = { x: margin, y: margin, w: size.width - 2 * margin, h: size.height - 2 * margin }
  return elements.length > 1 ? (boundsOf(elements) ?? card) : card
}

function Tool({ label, icon: Picture, onClick }: { label: string; icon: Icon; onClick: () => void }) {
  return (
    <ActionIcon variant="default" size="2rem" aria-label={label} data-hint={label} onClick={onClick}>
      <Picture size="1.125rem" stroke={1.5} />
    </ActionIcon>
  )
}

export const kindIcons: Record<ElementKind, Icon> = {
  text: IconLetterT,
  box: IconSquare,
  image: IconPhoto,
  photo: IconUserSquare,
  logo: IconBuilding,
  qr: IconQrcode,
  barcode: IconBarcode,
}

/** The elements of the side, topmost first, so that elements covered by others can be selected too. */
export function LayersPanel({ controls }: { controls: DrawingControls }) {
  const { side, chosen, area } = controls
  const order = side.elements.map((_, index) => index).toReversed()
  return (
    <Card title={`Elementos ${controls.name === 'front' ? 'da frente' : 'do verso'}`}>
      {order.length === 0 && <p className={classes.note}>Ainda não há nada deste lado.</p>}
      <ul className={classes.layers}>
        {order.map((index) => {
          const element = side.elements[index]
          if (!element) return null
          const Picture = kindIcons[element.kind]
          const problem = findPrintProblem(element, area)
          return (
            <li key={index}>
              <UnstyledButton
                className={classes.layer}
                aria-pressed={chosen.includes(index)}
                onClick={(event) => controls.choose(next(chosen, index, event.shiftKey || event.ctrlKey))}
              >
                <Picture size="1rem" stroke={1.5} aria-hidden />
                <span className={classes.layerName}>
                  {elementName(side, index)}
                  {problem !== undefined && <span className={classes.wrong}> · {problem}</span>}
                </span>
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function next(chosen: readonly number[], index: number, isMore: boolean): readonly number[] {
  if (!isMore) return [index]
  return chosen.includes(index) ? chosen.filter((one) => one !== index) : [...chosen, index]
}
