// SPDX-License-Identifier: MIT
#include "kit/fault.h"

namespace tambour {

void fault(const char* what) { throw Fault(what); }

}  // namespace tambour
