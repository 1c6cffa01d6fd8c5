NAMES = {}


def words(thing, state): ...


label = caption = status = words
