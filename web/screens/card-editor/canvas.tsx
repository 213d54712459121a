import { useLayoutEffect, type RefObject } from 'react'
import type { CardPlace, CardSide } from '@agremia/resources/card-template.ts'
import { SvgPicture } from '../../ui/svg-picture.tsx'
import { ElementBox } from './element-box.tsx'
import { percentOf, type CardSize } from './percent-of.ts'
import type { SnapLines } from './snapping.ts'
import { useCanvasKeys } from './use-canvas-keys.ts'
import type { DrawingControls } from './use-drawing.ts'
import { useSelectionFrame } from './use-selection-frame.ts'
import type { DragControls } from './use-drag.ts'
import classes from './canvas.module.css'

interface CanvasProps {
  controls: DrawingControls
  /** SVG of the side as printed; undefined until the first preview arrives. */
  picture: string | undefined
  /** The side that `picture` shows. */
  drawn: CardSide | undefined
  canvas: RefObject<HTMLFieldSetElement | null>
  drag: DragControls
  /** 1 shows the whole card. */
  zoom: number
  hasGrid: boolean
}

const sideNames = { front: 'frente', back: 'verso' } as const

/** The card enlarged: the picture as it will be printed, with transparent boxes over its elements to select and drag. */
export function Canvas({ controls, picture, drawn, canvas, drag, zoom, hasGrid }: CanvasProps) {
  const { side, size, area, chosen, drawing } = controls
  const frame = useSelectionFrame(controls, canvas)
  useCanvasKeys(controls, canvas)
  const placeOf = (index: number) => drag.dragged?.places[drag.dragged.chosen.indexOf(index)]
  useLayoutEffect(() => {
    const moved = side.elements.map((element, index) => placeOf(index) ?? element)
    if (canvas.current) movePicture(canvas.current, drawn, moved)
  })
  return (
    <div className={classes.desk}>
      <fieldset
        ref={canvas}
        aria-label={`Desenho ${controls.name === 'front' ? 'da' : 'do'} ${sideNames[controls.name]}`}
        className={classes.card}
        data-orientation={drawing.orientation}
        style={{ '--zoom': zoom, '--card-width': size.width, '--card-height': size.height } as object}
      >
        {picture !== undefined && <SvgPicture svg={picture} className={classes.picture} />}
        {hasGrid && <div className={classes.grid} />}
        <div className={classes.safe} style={percentOf(safePlace(size, area.safe), size)} />
        {side.elements.map((element, index) => (
          <ElementBox
            key={index}
            controls={controls}
            index={index}
            place={placeOf(index) ?? element}
            isChosen={chosen.includes(index)}
            isAlone={chosen.length === 1}
            isMoving={placeOf(index) !== undefined}
            drag={drag}
          />
        ))}
        {drag.dragged && <Guides guides={drag.dragged.guides} size={size} />}
        {frame && <div className={classes.frame} style={percentOf(frame, size)} />}
      </fieldset>
    </div>
  )
}

/** Translates the elements in the picture to their present places until a new picture arrives. */
function movePicture(canvas: HTMLElement, drawn: CardSide | undefined, places: readonly CardPlace[]): void {
  const isSame = drawn?.elements.length === places.length
  for (const part of canvas.querySelectorAll<SVGElement>('[data-element]')) {
    const index = Number(part.dataset.element)
    const [was, is] = [drawn?.elements[index], places[index]]
    part.style.translate = isSame && was && is ? `${is.x - was.x}px ${is.y - was.y}px` : ''
  }
}

function safePlace({ width, height }: CardSize, safe: number): CardPlace {
  return { x: safe, y: safe, w: width - 2 * safe, h: height - 2 * safe }
}

function Guides({ guides, size }: { guides: SnapLines; size: CardSize }) {
  return (
    <>
      {guides.x.map((x) => (
        <div
          key={`x${x}`}
          className={classes.guide}
          style={percentOf({ x, y: 0, w: 0, h: size.height }, size)}
        />
      ))}
      {guides.y.map((y) => (
        <div
          key={`y${y}`}
          className={classes.guide}
          style={percentOf({ x: 0, y, w: size.width, h: 0 }, size)}
        />
      ))}
    </>
  )
}
