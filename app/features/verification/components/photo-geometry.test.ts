import { describe, expect, test } from 'vitest'
import {
  documentPhotoEditTurnedRight,
  documentPhotoEditWithSideCropped,
  emptyDocumentPhotoEdit,
  visiblePartOfDocumentPhoto,
} from './photo-geometry.ts'

const photo = { width: 400, height: 300 }

describe('a photo', () => {
  test('is kept whole at first', () => {
    expect(visiblePartOfDocumentPhoto(photo, emptyDocumentPhotoEdit)).toEqual({ x: 0, y: 0, width: 400, height: 300 })
  })

  test('changes its sides with a quarter turn, and is as before after four', () => {
    const turned = documentPhotoEditTurnedRight(emptyDocumentPhotoEdit)
    expect(visiblePartOfDocumentPhoto(photo, turned)).toEqual({ x: 0, y: 0, width: 300, height: 400 })
    expect(documentPhotoEditTurnedRight(documentPhotoEditTurnedRight(documentPhotoEditTurnedRight(turned)))).toEqual(
      emptyDocumentPhotoEdit,
    )
  })

  test('is cropped at each side, as it is seen', () => {
    const edit = documentPhotoEditWithSideCropped(
      documentPhotoEditWithSideCropped(emptyDocumentPhotoEdit, 'top', 0.1),
      'right',
      0.25,
    )
    expect(visiblePartOfDocumentPhoto(photo, edit)).toEqual({ x: 0, y: 30, width: 300, height: 270 })
  })

  test('takes its crop along when it is turned', () => {
    // What was cut off at the top is at the right then.
    const edit = documentPhotoEditTurnedRight(documentPhotoEditWithSideCropped(emptyDocumentPhotoEdit, 'top', 0.1))
    expect(edit.crop).toEqual({ top: 0, right: 0.1, bottom: 0, left: 0 })
    expect(visiblePartOfDocumentPhoto(photo, edit)).toEqual({ x: 0, y: 0, width: 270, height: 400 })
  })

  test('keeps a tenth at least', () => {
    const edit = documentPhotoEditWithSideCropped(
      documentPhotoEditWithSideCropped(emptyDocumentPhotoEdit, 'left', 0.6),
      'right',
      0.9,
    )
    expect(visiblePartOfDocumentPhoto(photo, edit)).toEqual({ x: 240, y: 0, width: 40, height: 300 })
    expect(documentPhotoEditWithSideCropped(emptyDocumentPhotoEdit, 'left', -1).crop.left).toBe(0)
  })
})
