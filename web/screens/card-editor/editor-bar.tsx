import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconGrid4x4,
  IconZoomIn,
  IconZoomOut,
  type Icon,
} from '@tabler/icons-react'
import { formatPercent } from '@agremia/resources/rules/amount.ts'
import type { CardElement } from '@agremia/resources/card-template.ts'
import { boxId } from './canvas.tsx'
import { type ElementKind, kindNames, newElement } from './elements.ts'
import { ImageButton } from './card-images.tsx'
import { kindIcons } from './arrange-panels.tsx'
import { insertElements } from './use-canvas-keys.ts'
import type { DrawingControls } from './use-drawing.ts'
import classes from './editor-bar.module.css'

export interface View {
  zoom: number
  hasGrid: boolean
}

interface EditorBarProps {
  controls: DrawingControls
  view: View
  onView: (view: View) => void
}

const zooms = [0.5, 0.75, 1, 1.5, 2, 3] as const

/** The toolbar: side, undo and redo, zoom, grid, and buttons that add elements. */
export function EditorBar({ controls, view, onView }: EditorBarProps) {
  const { zoom, hasGrid } = view
  const to = (step: number) => onView({ ...view, zoom: zooms[zooms.indexOf(zoom as 1) + step] ?? zoom })
  return (
    <div className={classes.bar}>
      <SegmentedControl
        aria-label="Lado do cartão"
        data={[
          { value: 'front', label: 'Frente' },
          { value: 'back', label: 'Verso' },
        ]}
        value={controls.name}
        onChange={(name) => controls.show(name === 'back' ? 'back' : 'front')}
      />
      <div className={classes.group}>
        <Tool label="Desfazer" icon={IconArrowBackUp} onClick={controls.undo} />
        <Tool label="Refazer" icon={IconArrowForwardUp} onClick={controls.redo} />
      </div>
      <div className={classes.group}>
        <Tool label="Reduzir" icon={IconZoomOut} onClick={zoom > zooms[0] ? () => to(-1) : undefined} />
        <output className={classes.zoom} aria-label="Ampliação">
          {formatPercent(zoom)}
        </output>
        <Tool label="Ampliar" icon={IconZoomIn} onClick={zoom < 3 ? () => to(1) : undefined} />
        <Tool
          label="Grelha de 5 mm"
          icon={IconGrid4x4}
          isOn={hasGrid}
          onClick={() => onView({ ...view, hasGrid: !hasGrid })}
        />
      </div>
      <AddButtons controls={controls} />
    </div>
  )
}

const kinds = ['text', 'box', 'image', 'logo', 'photo', 'qr', 'barcode'] as const

function AddButtons({ controls }: { controls: DrawingControls }) {
  return (
    <fieldset className={classes.add} aria-label="Juntar ao cartão">
      {kinds.map((kind) => (
        <AddButton key={kind} kind={kind} controls={controls} />
      ))}
    </fieldset>
  )
}

function AddButton({ kind, controls }: { kind: ElementKind; controls: DrawingControls }) {
  const Picture = kindIcons[kind]
  const look = {
    variant: 'default',
    size: 'xs',
    leftSection: <Picture size="1rem" stroke={1.5} />,
  } as const
  const add = (element: CardElement) => {
    insertElements(controls, [element])
    const index = controls.side.elements.length
    // After the next render, focuses the new element, so that keys act on it.
    requestAnimationFrame(() => document.getElementById(boxId(index))?.focus({ preventScroll: true }))
  }
  if (kind === 'image') {
    return (
      <ImageButton
        {...look}
        onImage={(image) => add(fitted(newElement(kind, controls.size, image._id), image))}
      >
        {kindNames[kind]}
      </ImageButton>
    )
  }
  return (
    <Button {...look} onClick={() => add(newElement(kind, controls.size))}>
      {kindNames[kind]}
    </Button>
  )
}

/** Sets the height so that the picture keeps its aspect ratio. */
function fitted(element: CardElement, { width, height }: { width: number; height: number }): CardElement {
  return { ...element, h: Math.max(1, Math.round(((element.w * height) / width) * 10) / 10) }
}

interface ToolProps {
  label: string
  icon: Icon
  isOn?: boolean
  onClick: (() => void) | undefined
}

function Tool({ label, icon: Picture, isOn, onClick }: ToolProps) {
  return (
    <ActionIcon
      variant={isOn ? 'light' : 'subtle'}
      color={isOn ? 'blue' : 'gray'}
      size="2.25rem"
      aria-label={label}
      aria-pressed={isOn}
      data-hint={label}
      disabled={!onClick}
      onClick={onClick}
    >
      <Picture size="1.125rem" stroke={1.5} />
    </ActionIcon>
  )
}
